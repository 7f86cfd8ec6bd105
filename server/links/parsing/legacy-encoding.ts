import { ALPHABETS, scoreAlphabet } from './alphabets.ts'
import { DOUBLE_BYTE, scoreDoubleByte } from './double-byte.ts'

/** Number of bytes to examine. More bytes do not change the result. */
const SAMPLE_BYTES = 16 * 1024
/** Score added for encodings of the preferred language and of the other languages. */
const FIRST_LANGUAGE = 0.3
const FURTHER_LANGUAGE = 0.15

export type LegacyEncoding = { encoding: string; reason: 'language' | 'letters' }

/**
 * Guesses the encoding of text that is not UTF-8. Each encoding gets a score for how well the
 * decoded text looks like words, plus a bonus if it is used for one of the languages.
 */
export function guessLegacyEncoding(
  bytes: Uint8Array,
  languages: readonly string[],
): LegacyEncoding {
  const sample = sampleOf(bytes)
  const candidates = [
    ...ALPHABETS.map((one) => ({ ...one, score: scoreAlphabet(one, sample) })),
    ...DOUBLE_BYTE.map((one) => ({ ...one, score: scoreDoubleByte(one, sample) })),
  ].map(({ encoding, languages: used, score }) => {
    const at = languages.findIndex((tag) => isOneOf(tag, used))
    const advantage = at < 0 ? 0 : at === 0 ? FIRST_LANGUAGE : FURTHER_LANGUAGE
    return { encoding, score: score + advantage, isUsed: at >= 0 }
  })
  const best = candidates.reduce((one, other) => (other.score > one.score ? other : one))
  return { encoding: best.encoding, reason: best.isUsed ? 'language' : 'letters' }
}

/** Compares language tags: `ru-RU` matches `ru`; `zh-Hant-HK` matches `zh-hant` and `zh-hk`. */
function isOneOf(tag: string, used: readonly string[]): boolean {
  const [language = '', ...rest] = tag.toLowerCase().split(/[-_]/)
  return used.includes(language) || rest.some((part) => used.includes(`${language}-${part}`))
}

/** Returns the first lines that contain non-ASCII bytes. */
function sampleOf(bytes: Uint8Array): Buffer {
  const lines: Uint8Array[] = []
  let length = 0
  for (let start = 0; start < bytes.length && length < SAMPLE_BYTES;) {
    const end = bytes.indexOf(0x0a, start)
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1)
    start += line.length
    const from = line.findIndex((byte) => byte > 0x7f)
    if (from < 0) continue
    const part = line.subarray(Math.max(0, from - 100), from + SAMPLE_BYTES)
    lines.push(part)
    length += part.length
  }
  return Buffer.concat(lines)
}
