import type { FileEncoding, ImportEncoding } from '#contract/imports.ts'
import { decodeAs, isMostlyUtf8, markedEncoding } from './charset.ts'

/** Legacy encodings by the languages that were written in them. */
const OF_LANGUAGES: [encoding: ImportEncoding, languages: string][] = [
  ['windows-1251', 'ru uk be bg sr mk kk ky mn tg'],
  ['shift_jis', 'ja'],
  ['euc-kr', 'ko'],
  ['big5', 'zh-tw zh-hk zh-hant'],
  ['gbk', 'zh'],
  ['windows-1250', 'pl cs sk hu hr sl ro bs sq'],
  ['windows-1253', 'el'],
  ['windows-1254', 'tr az'],
  ['windows-1255', 'he iw'],
  ['windows-1256', 'ar fa ur'],
  ['windows-1257', 'lt lv et'],
  ['windows-1258', 'vi'],
  ['windows-874', 'th'],
]

/**
 * Returns the encoding of a file: by its byte order mark, as UTF-8, by the languages of the browser,
 * or by its letters. `languages` is an `Accept-Language` header.
 */
export function guessEncoding(bytes: Uint8Array, languages: string): FileEncoding {
  const marked = markedEncoding(bytes)
  if (marked) return { encoding: marked, reason: 'mark' }
  if (isMostlyUtf8(bytes))
    return {
      encoding: 'utf-8',
      reason: decodeAs('utf-8', bytes).includes('\ufffd') ? 'damaged' : 'utf-8',
    }
  const byLanguage = encodingsOf(languages).find((encoding) => scoreOf(encoding, bytes) > FITS)
  if (byLanguage) return { encoding: byLanguage, reason: 'language' }
  const scores = BY_LETTERS.map((encoding) => ({ encoding, score: scoreOf(encoding, bytes) }))
  const best = scores.reduce((found, next) => (next.score > found.score ? next : found))
  return { encoding: best.encoding, reason: 'letters' }
}

/** Score above which a text reads well in an encoding. */
const FITS = 0.7

/** Encodings that are told apart by letters alone; the first of those that fit equally well counts. */
const BY_LETTERS = ['windows-1252', 'windows-1251', 'shift_jis', 'euc-kr', 'gbk']

function encodingsOf(languages: string): string[] {
  const tags = languages
    .toLowerCase()
    .split(',')
    .map((one) => one.split(';', 1)[0]?.trim() ?? '')
  return tags.flatMap((tag) => {
    const fits = (languages: string) =>
      languages.split(' ').some((one) => tag === one || tag.startsWith(`${one}-`))
    return OF_LANGUAGES.filter(([, of]) => fits(of))
      .map(([encoding]) => encoding)
      .slice(0, 1)
  })
}

const WORDS = /[\p{L}\p{M}]+/gu

/** Returns the share of the words beyond ASCII that look like words of the encoding's script, 0 to 1. */
function scoreOf(encoding: string, bytes: Uint8Array): number {
  const text = decodeAs(encoding, bytes)
  const words = [...text.matchAll(WORDS)]
    .map(([word]) => word)
    .filter((word) => /[^\0-\u007f]/.test(word))
  const broken = [...text.matchAll(/[\ufffd\u0080-\u009f\ue000-\uf8ff]/g)].length
  const typographic = [...text.matchAll(/[‘’“”–—…€™°²½«»]/g)].length
  if (words.length + broken === 0) return typographic > 0 ? 0.5 : 0
  const looks = LOOKS[encoding] ?? /./u
  return words.filter((word) => looks.test(word)).length / (words.length + broken)
}

/** Shape of the words of a script: Latin words have few accents in a row; others stay in their script. */
const LOOKS: Record<string, RegExp> = {
  __proto__: null as never,
  'windows-1252': /^(?!.*[^\0-\u007f]{3})\p{Script=Latin}+$/u,
  'windows-1250': /^(?!.*[^\0-\u007f]{3})\p{Script=Latin}+$/u,
  'windows-1254': /^(?!.*[^\0-\u007f]{3})\p{Script=Latin}+$/u,
  'windows-1257': /^(?!.*[^\0-\u007f]{3})\p{Script=Latin}+$/u,
  'windows-1258': /^(?!.*[^\0-\u007f]{4})[\p{Script=Latin}\p{M}]+$/u,
  'windows-1251': /^\p{Script=Cyrillic}?(?:[\p{Ll}]+|\p{Lu}+)$/u,
  'windows-1253': /^\p{Script=Greek}+$/u,
  'windows-1255': /^[\p{Script=Hebrew}\p{M}]+$/u,
  'windows-1256': /^[\p{Script=Arabic}\p{M}]+$/u,
  'windows-874': /^[\p{Script=Thai}\p{M}]+$/u,
  // Half-width letters are what other encodings look like in Shift_JIS.
  shift_jis: /^[\p{Script=Hiragana}\p{Script=Han}\u30a0-\u30ff\u3005]+$/u,
  'euc-kr': /^\p{Script=Hangul}+$/u,
  gbk: /^\p{Script=Han}+$/u,
  big5: /^\p{Script=Han}+$/u,
}
