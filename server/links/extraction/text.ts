import { Parser } from 'htmlparser2'
import { shortenText } from '#contract/text/graphemes.ts'

/** As long as a link's name may be. */
const MAX_LENGTH = 300

/** Control characters, and those that turn the direction of the text after them. */
const INVISIBLE = /(?!\s)[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Text of a foreign page as one short line; undefined when nothing is left. */
export function plainText(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  const line = text
    .slice(0, 20 * MAX_LENGTH)
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .trim()
  return line === '' ? undefined : shortenText(line, MAX_LENGTH)
}

/** Shops escape entities inside JSON too, where no HTML parser has turned them into characters. */
export function withoutEntities(text: string): string {
  if (!/&(?:#\w+|\w+);/.test(text)) return text
  let plain = ''
  const parser = new Parser({ ontext: (part) => (plain += part) }, { decodeEntities: true })
  parser.end(text.replaceAll('<', '&lt;'))
  return plain
}
