import { windows1252 } from './windows-1252.ts'

/** Decodes bytes. Invalid ones become U+FFFD. */
type Decode = (bytes: Uint8Array) => string

/** Names of encodings that programs use but the Encoding Standard does not know. */
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

/** Decodes bytes with an encoding that `encodingOf` returned. */
export const decodeAs = (encoding: string, bytes: Uint8Array): string => decoders(encoding)(bytes)

// In many versions of Node, its decoder for windows-1252 returns control characters for 80 to 9F.
const decoders = (encoding: string): Decode =>
  encoding === 'windows-1252' ? windows1252 : (bytes) => new TextDecoder(encoding).decode(bytes)

/** Returns the encoding of the byte order mark, if there is one. */
export function bomEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return a === 0xff && b === 0xfe ? 'utf-16le' : undefined
}

/** Decodes UTF-8 and omits an incomplete last character. */
export const decodePartial: Decode = (bytes) =>
  new TextDecoder('utf-8').decode(bytes, { stream: true })

/** Maximum number of invalid sequences per valid non-ASCII character. */
const MAX_BROKEN = 0.34

/**
 * Returns whether the bytes are UTF-8 with at most a few damaged parts. Other encodings seldom have
 * two bytes in a row that are valid in UTF-8.
 */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = decodePartial(bytes)
  const broken = [...text.matchAll(/\ufffd+/g)].length
  if (broken === 0) return true
  const whole = [...text.matchAll(/[^\0-\u007f\ufffd]/gu)].length
  return broken <= whole * MAX_BROKEN
}
