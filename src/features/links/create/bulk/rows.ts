import { MAX_NEW_LINKS } from '#contract/links/link-edits.ts'
import { INVALID_URL_TEXT, withScheme } from '#contract/links/target-url.ts'
import { isHost } from '#contract/text/hosts.ts'
import { countAddresses, readEntries } from './addresses.ts'

/** Row of the list of new links. `error` is the server's, until the text changes. */
export type BulkRow = { id: string; text: string; error?: string }

/** State of a row: a link can be created, an earlier row has the same address, or why not. */
export type RowState =
  | { kind: 'ready' }
  | { kind: 'repeated'; of: number }
  | { kind: 'wrong'; text: string }

/** Rows for a text, or why there are none. Both are missing if it has too few addresses. */
export type RowsOfText = { rows?: BulkRow[]; error?: string }

/** Returns rows for a text that has at least `min` addresses, for a list of `length` rows. */
export function rowsOfText(
  text: string,
  { min, length }: { min: number; length: number },
): RowsOfText {
  const entries = readEntries(text)
  if (entries.length === 0 || countAddresses(entries) < min) return {}
  const total = length + entries.length
  if (total > MAX_NEW_LINKS) return { error: tooManyText(total) }
  return { rows: entries.map((text) => ({ id: crypto.randomUUID(), text })) }
}

const tooManyText = (total: number) =>
  `You can create up to ${MAX_NEW_LINKS} links at once. These are ${total.toLocaleString('en-US')} addresses. Paste fewer.`

/** Returns the state of each row. */
export function statesOf(rows: readonly BulkRow[]): RowState[] {
  const first = new Map<string, number>()
  return rows.map(({ text, error }, n): RowState => {
    const target = targetOf(text)
    if (error !== undefined || target === undefined)
      return { kind: 'wrong', text: error ?? INVALID_URL_TEXT }
    const of = first.get(target)
    if (of !== undefined) return { kind: 'repeated', of }
    first.set(target, n)
    return { kind: 'ready' }
  })
}

/** Returns the URL that a typed address stands for, or undefined if the server would refuse it. */
function targetOf(typed: string): string | undefined {
  try {
    const { href, protocol, hostname } = new URL(withScheme(typed))
    return /^https?:$/.test(protocol) && isHost(hostname) ? href : undefined
  } catch {
    return undefined
  }
}
