import { Parser } from 'htmlparser2'
import { shortenText } from '#contract/text/graphemes.ts'

/** Maximum length of a link's name. */
const MAX_LENGTH = 300

/** Control characters and characters that change the text direction. */
const INVISIBLE = /(?!\s)[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns text of a page as one short line; undefined if nothing is left. */
export function plainText(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const line = text
    .slice(0, 20 * MAX_LENGTH)
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim()
  return line === '' ? undefined : shortenText(line, MAX_LENGTH)
}

/** Decodes HTML entities. Shops also use them inside JSON, where no HTML parser decodes them. */
export function withoutEntities(text: string): string {
  if (!/&(?:#\w+|\w+);/.test(text)) return text
  let plain = ''
  const parser = new Parser({ ontext: (part) => (plain += part) }, { decodeEntities: true })
  parser.end(text.replaceAll('<', '&lt;'))
  return plain
}
