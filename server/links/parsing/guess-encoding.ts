import type { FileEncoding } from '#contract/imports.ts'
import { decodeAs, isMostlyUtf8, bomEncoding } from './charset.ts'
import { guessLegacyEncoding } from './legacy-encoding.ts'

/**
 * Returns the encoding of a file: by its byte order mark, as UTF-8, by the languages of the
 * browser, or by its letters. `languages` is an `Accept-Language` header.
 */
export function guessEncoding(bytes: Uint8Array, languages: string): FileEncoding {
  const marked = bomEncoding(bytes)
  if (marked) return { encoding: marked, reason: 'mark' }
  if (!isMostlyUtf8(bytes)) return guessLegacyEncoding(bytes, tagsOf(languages))
  const isDamaged = decodeAs('utf-8', bytes).includes('\ufffd')
  return { encoding: 'utf-8', reason: isDamaged ? 'damaged' : 'utf-8' }
}

const tagsOf = (languages: string) =>
  languages.split(',').map((one) => one.split(';', 1)[0]?.trim() ?? '')
