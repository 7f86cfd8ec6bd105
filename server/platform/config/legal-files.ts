import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'
import {
  LEGAL_KEYS,
  type LegalBlock,
  type LegalKey,
  type LegalPage,
  type LegalPages,
} from '../html/legal-links.ts'

const MAX_BYTES = 200_000
const MAX_TITLE_LENGTH = 60
const EXTENSION = '.md'

/**
 * Reads the operator's legal pages from a folder: `contact.md`, `terms.md`, `privacy.md` and
 * `imprint.md`. Each has a title and text. Throws a `ConfigError` with file and line.
 */
export function readLegalPages(folder: string): LegalPages {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return {}
  const names = readdirSync(folder).filter((name) => name.endsWith(EXTENSION))
  return Object.fromEntries(
    names.map((name) => {
      const key = LEGAL_KEYS.find((known) => known + EXTENSION === name)
      if (key) return [key, parseLegalPage(name, readText(folder, name))]
      const known = LEGAL_KEYS.map((one) => one + EXTENSION).join(', ')
      throw new ConfigError(
        `${join(folder, name)} is not a page of this site. Use one of ${known}.`,
      )
    }),
  )
}

export const missingPages = (pages: LegalPages): LegalKey[] =>
  LEGAL_KEYS.filter((key) => !pages[key])

function readText(folder: string, name: string): string {
  const bytes = readFileSync(join(folder, name))
  if (bytes.length > MAX_BYTES) throw new ConfigError(`${name} can have ${MAX_BYTES} bytes.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ConfigError(`${name} must be written in UTF-8.`)
  }
}

/** Parses a page: `# title` in the first line, then `## headings`, `- lists` and paragraphs. */
export function parseLegalPage(name: string, text: string): LegalPage {
  const lines = text.split(/\r?\n/)
  const refuse = (index: number, problem: string): never => {
    throw new ConfigError(`${name}, line ${index + 1}: ${problem}.`)
  }
  lines.forEach((line, index) => {
    if (/[^\P{Cc}\t]/u.test(line)) refuse(index, 'control characters are not allowed')
    if (/^#{3,}\s|^#{1,2}[^#\s]/.test(line)) refuse(index, 'headings begin with "## "')
  })
  const first = lines.findIndex((line) => line.trim() !== '')
  const title = /^# +(\S.*)$/.exec(lines[first] ?? '')?.[1]?.trim()
  if (title === undefined) return refuse(Math.max(0, first), 'begin with "# " and the title')
  if (title.length > MAX_TITLE_LENGTH)
    refuse(first, `a title can have ${MAX_TITLE_LENGTH} characters`)
  const second = lines.findIndex((line, index) => index > first && line.startsWith('# '))
  if (second >= 0) refuse(second, 'a page has one title; headings begin with "## "')
  const blocks = toBlocks(lines.slice(first + 1))
  if (blocks.length === 0) refuse(first, 'the page has a title but no text')
  return { title, blocks }
}

/** Page from the operator's content file, where the title is a separate field. */
export type WrittenPage = { key: string; title: string; text: string }

export const parseWrittenPage = ({ key, title, text }: WrittenPage): LegalPage =>
  parseLegalPage(key, `# ${title}\n${text}`)

/** Returns the error in a page with its line; null if there is none. */
export function errorOf(page: WrittenPage): string | null {
  try {
    parseWrittenPage(page)
    return null
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [, line = '1', what = error.message] = /, line (\d+): (.*)$/s.exec(error.message) ?? []
    return `line ${Math.max(1, Number(line) - 1)} of the text: ${what}`
  }
}

/** Joins consecutive lines to a paragraph. An empty line ends it. */
function toBlocks(lines: string[]): LegalBlock[] {
  const blocks: LegalBlock[] = []
  let isBlockOpen = false
  for (const line of lines.map((one) => one.trim())) {
    const last = blocks.at(-1)
    const [, mark = '', words = ''] = /^(##|-) +(.*)$/.exec(line) ?? []
    if (mark === '##') blocks.push({ kind: 'heading', text: words })
    else if (mark === '-' && isBlockOpen && last?.kind === 'list') last.items.push(words)
    else if (mark === '-') blocks.push({ kind: 'list', items: [words] })
    else if (isBlockOpen && last) addTo(last, line)
    else if (line !== '') blocks.push({ kind: 'text', text: line })
    isBlockOpen = line !== '' && mark !== '##'
  }
  return blocks
}

function addTo(block: LegalBlock, line: string) {
  if (line === '') return
  if (block.kind === 'list') block.items.push(`${block.items.pop() ?? ''} ${line}`)
  else block.text += ` ${line}`
}
