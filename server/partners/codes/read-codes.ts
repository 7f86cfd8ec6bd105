import { MAX_CODES_AT_ONCE, type NewCode } from './discount-codes.ts'

const CODE = /^[\p{L}\p{N}][\p{L}\p{N}._-]{1,39}$/u
const PARTNER = /^P-[0-9A-Z]{4,16}$/i

/** Codes of a pasted list, or the problems of its lines. */
type ReadCodes = { codes: NewCode[]; problems: string[] }

/**
 * Reads a list with a partner number and a code per line, separated by a comma, semicolon, tab or
 * space. Skips empty lines and a header line.
 */
export function readCodes(text: string): ReadCodes {
  const codes: NewCode[] = []
  const problems: string[] = []
  const seen = new Set<string>()
  const lines = text.normalize('NFKC').split('\n')
  for (const [index, written] of lines.entries()) {
    const cells = written
      .split(/[,;\s]+/)
      .map((cell) => cell.replaceAll('"', ''))
      .filter(Boolean)
    const [partner = '', code = '', ...more] = cells
    if (cells.length === 0 || (index === 0 && /^partner$/i.test(partner))) continue
    const line = index + 1
    if (!PARTNER.test(partner) || code === '' || more.length > 0)
      problems.push(`Line ${line}: write a partner number and a code, like P-7F3K9Q, ANA10.`)
    else if (!CODE.test(code))
      problems.push(
        `Line ${line}: a code has 2 to 40 letters, digits, dots, dashes or underscores.`,
      )
    else if (seen.has(code.toLowerCase()))
      problems.push(`Line ${line}: the code ${code} is in the list twice.`)
    else codes.push({ line, partner: partner.toUpperCase(), code })
    seen.add(code.toLowerCase())
  }
  if (codes.length === 0 && problems.length === 0) problems.push('Enter at least one code.')
  if (codes.length > MAX_CODES_AT_ONCE)
    problems.push(`Assign at most ${MAX_CODES_AT_ONCE} codes at once.`)
  return { codes, problems }
}
