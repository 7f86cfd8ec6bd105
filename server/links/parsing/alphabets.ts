import { decodeAs } from './charset.ts'

export type Alphabet = {
  encoding: string
  deduction?: number
  languages: string[]
  script: RegExp
  /** Most frequent letters; for Latin scripts only those with accents. */
  frequent: string
}

const LATIN = /^[\p{Script=Latin}\p{M}]+$/u
const CYRILLIC = /^\p{Script=Cyrillic}+$/u
const WESTERN = 'éèêëàâäáãåæçíìîïñóòôöõøœúùûüßÿšž'
const RUSSIAN = 'оеаинтсрвлкмдпуя'
const SLAVIC = ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk', 'ky', 'tg', 'tt', 'mn']

/** Score deducted from encodings that few systems still use. */
const RARE = 0.1

/** Encodings with one byte per character. If scores are equal, the first one counts. */
export const ALPHABETS: Alphabet[] = [
  {
    encoding: 'windows-1252',
    languages: ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'nb', 'nn', 'fi', 'is'],
    script: LATIN,
    frequent: WESTERN,
  },
  {
    encoding: 'windows-1250',
    languages: ['cs', 'sk', 'pl', 'hu', 'sl', 'hr', 'bs', 'ro', 'sq'],
    script: LATIN,
    frequent: 'áäąăâčćďđéěęëíîłľńňóôöőřśšşťţúůüűýźžż',
  },
  { encoding: 'windows-1251', languages: SLAVIC, script: CYRILLIC, frequent: RUSSIAN },
  {
    encoding: 'windows-1253',
    languages: ['el'],
    script: /^[\p{Script=Greek}\p{M}]+$/u,
    frequent: 'αοιετσνηυρπκλμςάέήίόύώ',
  },
  { encoding: 'windows-1254', languages: ['tr', 'az'], script: LATIN, frequent: 'çğıöşüâî' },
  {
    encoding: 'windows-1255',
    languages: ['he', 'iw', 'yi'],
    script: /^[\p{Script=Hebrew}\p{M}]+$/u,
    frequent: 'יוהלאמרתבשנםכק',
  },
  {
    encoding: 'windows-1256',
    languages: ['ar', 'fa', 'ur'],
    script: /^[\p{Script=Arabic}\p{M}]+$/u,
    frequent: 'اليمنروتبةع',
  },
  {
    encoding: 'windows-1257',
    languages: ['et', 'lv', 'lt'],
    script: LATIN,
    frequent: 'āąčēęėģīįķļņõšūųžäöü',
  },
  { encoding: 'windows-1258', languages: ['vi'], script: LATIN, frequent: 'ăâđêôơưàéèùáíóú' },
  {
    encoding: 'windows-874',
    languages: ['th'],
    script: /^[\p{Script=Thai}\p{M}]+$/u,
    frequent: 'านรกอเงมยลวดทตสปะคหบใไแ่้ีิั็',
  },
  { encoding: 'koi8-r', deduction: RARE, languages: [], script: CYRILLIC, frequent: RUSSIAN },
  { encoding: 'ibm866', deduction: RARE, languages: [], script: CYRILLIC, frequent: RUSSIAN },
  { encoding: 'macintosh', deduction: RARE, languages: [], script: LATIN, frequent: WESTERN },
]

/** Characters between words: spaces, control characters, ASCII signs and general punctuation. */
const BETWEEN_WORDS = /((?:[^\P{ASCII}A-Za-z0-9']|[\s«»\u2010-\u203A])+)/u
const SIGNS_AROUND = /^[\p{N}\p{S}']+|[\p{N}\p{S}']+$/gu
const USUAL_SIGN = /[€£¥©®™°§№±µ²³½¼×«»\u00A0\u2010-\u203A]/u
const INVALID_SIGN = /[\u0080-\u009F\uFFFD\uE000-\uF8FF]/u
const BEYOND_ASCII = /\P{ASCII}/u
const USUAL_CASE = /^(\p{Lu}?[^\p{Lu}]*|\p{Lu}+)$/u

const USUAL_SIGN_QUALITY = 0.5
const INVALID_QUALITY = -2
const BROKEN_QUALITY = -0.5
const STRANGE_QUALITY = -0.3

/** Returns the mean quality of all non-ASCII characters, between -2 and 1. */
export function scoreAlphabet(alphabet: Alphabet, bytes: Uint8Array): number {
  const qualities = decodeAs(alphabet.encoding, bytes)
    .split(BETWEEN_WORDS)
    .filter((part) => BEYOND_ASCII.test(part))
    .flatMap((part) => qualitiesOf(alphabet, part))
  if (qualities.length === 0) return 0
  const sum = qualities.reduce((total, quality) => total + quality, 0)
  return sum / qualities.length - (alphabet.deduction ?? 0)
}

/** Returns the quality of each non-ASCII character in a word and the signs around it. */
function qualitiesOf(alphabet: Alphabet, part: string): number[] {
  const core = part.replace(SIGNS_AROUND, '')
  const isWord = /\p{L}/u.test(core)
  const signs = isWord ? part.replace(core, '') : part
  const word = isWord ? qualityOfWord(alphabet, core) : 0
  return [
    ...beyondAscii(signs).map(qualityOfSign),
    ...(isWord ? beyondAscii(core) : []).map((sign) =>
      INVALID_SIGN.test(sign) ? INVALID_QUALITY : word,
    ),
  ]
}

const beyondAscii = (text: string) => Array.from(text).filter((sign) => BEYOND_ASCII.test(sign))

function qualityOfSign(sign: string): number {
  if (INVALID_SIGN.test(sign)) return INVALID_QUALITY
  return USUAL_SIGN.test(sign) ? USUAL_SIGN_QUALITY : 0
}

function qualityOfWord({ script, frequent }: Alphabet, word: string): number {
  if (!script.test(word.replaceAll("'", ''))) return BROKEN_QUALITY
  const isLatin = script === LATIN
  const letters = isLatin ? beyondAscii(word) : Array.from(word)
  const isUnusual = isLatin && word.length > 2 && letters.length * 4 > word.length * 3
  if (isUnusual || !USUAL_CASE.test(word)) return STRANGE_QUALITY
  const known = letters.filter((letter) => frequent.includes(letter.toLowerCase())).length
  const quality = 0.5 + (0.5 * known) / letters.length
  if (word.length === 1) return quality / 2
  return /^\p{Lu}+$/u.test(word) ? quality * 0.75 : quality
}
