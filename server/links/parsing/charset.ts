import { windows1252 } from './windows-1252.ts'

/** Turns bytes into text. Bytes that are no text of the encoding become U+FFFD. */
type Decode = (bytes: Uint8Array) => string

/** Names that programs use for encodings and the Encoding Standard does not know. */
const ALIASES: Record<string, string> = {
  __proto__: null as never,
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  cp936: 'gbk',
  ms936: 'gbk',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  cp950: 'big5',
  'x-user-defined': 'windows-1252',
}

/** Returns the Encoding Standard's name of an encoding; undefined for an unknown label. */
export function encodingOf(label: string | undefined): string | undefined {
  const name = label?.trim().toLowerCase() ?? ''
  try {
    return new TextDecoder(ALIASES[name] ?? name).encoding
  } catch {
    return undefined
  }
}

/** Decodes with an encoding that `encodingOf` returned. */
export const decodeAs = (encoding: string, bytes: Uint8Array): string => decoders(encoding)(bytes)

// Node's decoder of windows-1252 turns 80 to 9F into control characters in many versions.
const decoders = (encoding: string): Decode =>
  encoding === 'windows-1252' ? windows1252 : (bytes) => new TextDecoder(encoding).decode(bytes)

/** Returns the encoding that a byte order mark names. */
export function markedEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : undefined
}

/**
 * Returns a page as text: by its byte order mark, the HTTP header, its own declaration, or by what fits
 * (Encoding Standard and HTML, section "Determining the character encoding").
 */
export function decodePage(bytes: Buffer, headerCharset: string | undefined): string {
  const encoding = markedEncoding(bytes) ?? encodingOf(headerCharset) ?? declaredEncoding(bytes)
  if (encoding !== undefined) return decodeAs(encoding, bytes)
  return isMostlyUtf8(bytes) ? decodeCut(bytes) : windows1252(bytes)
}

/** Bytes of a page that are searched for a declaration. Browsers read on while they parse. */
const SEARCHED_BYTES = 512 * 1024

/** Elements whose content is text, so that a declaration in it does not count. */
const RAW_TEXT = /^(?:script|style|title|textarea|noscript|svg)\b/i
/** Characters of a tag that are read. */
const MAX_TAG = 2000
const ATTRIBUTE = /([^\s"'=<>/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

function declaredEncoding(bytes: Buffer): string | undefined {
  const text = bytes.subarray(0, SEARCHED_BYTES).toString('latin1')
  const [, xml] =
    /^\s{0,100}<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w:.-]+)["']/i.exec(text) ?? []
  const labels = [xml, ...metaTags(text).map(labelIn)]
  const encoding = labels.map(encodingOf).find((name) => name !== undefined)
  // A declaration that could be read as ASCII is not in UTF-16, whatever it says.
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding
}

/** Returns the meta tags of a page in one pass, without those in comments and text. */
function metaTags(text: string): string[] {
  const lower = text.toLowerCase()
  const found: string[] = []
  for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at)) {
    const inside = text.slice(at + 1, at + MAX_TAG)
    const [rawName] = RAW_TEXT.exec(inside) ?? []
    const end = inside.startsWith('!--')
      ? lower.indexOf('-->', at)
      : rawName
        ? lower.indexOf(`</${rawName.toLowerCase()}`, at)
        : at
    // What is not closed goes on to the end.
    if (end < 0) return found
    // A quoted attribute may hold what looks like a tag.
    const tag = /^\/?[a-z](?:"[^"]*"|'[^']*'|[^>"'])*/i.exec(inside)?.[0] ?? ''
    if (/^meta[\s/]/i.test(tag)) found.push(tag)
    at = Math.max(end, at + tag.length) + 1
  }
  return found
}

/** Returns the charset that a meta tag declares. */
function labelIn(tag: string): string | undefined {
  const attributes = new Map(
    [...tag.matchAll(ATTRIBUTE)].map(([, name = '', a, b, c]) => [
      name.toLowerCase(),
      a ?? b ?? c ?? '',
    ]),
  )
  if (attributes.has('charset')) return attributes.get('charset')
  if (!/^content-type$/i.test(attributes.get('http-equiv') ?? '')) return undefined
  return /charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(attributes.get('content') ?? '')?.[1]
}

/** Decodes UTF-8 that may be cut off inside its last character, without that character. */
const decodeCut: Decode = (bytes) => new TextDecoder('utf-8').decode(bytes, { stream: true })

/** Broken places that a text in UTF-8 may have for each whole character beyond ASCII. */
const MAX_BROKEN = 0.34

/**
 * Returns whether bytes are UTF-8, but for a few that were damaged or cut off. Other encodings seldom
 * have two bytes in a row that are valid in UTF-8.
 */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = decodeCut(bytes)
  const broken = [...text.matchAll(/\ufffd+/g)].length
  if (broken === 0) return true
  const whole = [...text.matchAll(/[^\0-\u007f\ufffd]/gu)].length
  return broken <= whole * MAX_BROKEN
}
