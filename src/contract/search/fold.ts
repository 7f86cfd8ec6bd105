/**
 * Characters that a search ignores: combining marks of Latin, Greek, Cyrillic, Hebrew and Arabic,
 * tatweel, apostrophes, the Catalan dot, zero-width characters, direction marks and variation
 * selectors. The class has the same meaning in JavaScript and PostgreSQL.
 */
export const IGNORED_CHARACTERS = String.raw`[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufe00-\ufe0f\ufeff\u0027\u0060\u00b4\u00b7\u02b9-\u02bf\u05f3\u2018-\u201b\u2032\ua78b\ua78c\uff07]`

/** Characters that a search treats as another one, after compatibility decomposition. */
export const EQUAL_LETTERS: readonly (readonly [from: string, to: string])[] = [
  ['łøđħıŧðɨʉ', 'lodhitdiu'],
  ['ς', 'σ'],
  ['ٱىۍێېةەھہکی', 'اييييههههكي'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u30a0', '---------'],
  ['“”„‟«»״″', '""""""""'],
  ['\u2044ґ', '/г'],
]

/** Letters that a search treats as two letters. */
export const LETTER_PAIRS: readonly (readonly [from: string, to: string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]

const ignored = new RegExp(IGNORED_CHARACTERS, 'g')
/** Returns each letter with its replacement. All of them are single code units. */
export const letterMap = (): [from: string, to: string][] =>
  EQUAL_LETTERS.flatMap(([from, to]) =>
    Array.from({ length: from.length }, (_, at): [string, string] => [
      from.charAt(at),
      to.charAt(at),
    ]),
  )

const replacements = new Map<string, string>([...letterMap(), ...LETTER_PAIRS])
const replaceable = new RegExp(`[${[...replacements.keys()].join('')}]`, 'g')
// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\u007f]*$/

/**
 * Returns a text as searches compare it: without case, accents, apostrophes and differences of width.
 * The server compares the same way in SQL (`foldedInSql`).
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/['`]/g, '')
  return text
    .normalize('NFKD')
    .replace(ignored, '')
    .toLowerCase()
    .replace(replaceable, (sign) => replacements.get(sign) ?? sign)
}

/** Returns the words of a search, folded. */
export const searchWords = (q: string): string[] => fold(q).split(/\s+/).filter(Boolean)
