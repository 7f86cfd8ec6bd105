import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { fold, IGNORED_CHARACTERS, LETTER_PAIRS, letterMap } from '#contract/search/fold.ts'

/** Blocks with capital letters: Latin, Greek, Cyrillic, Armenian, and their extensions. */
const BLOCKS: [first: number, last: number][] = [
  [0x41, 0x24f],
  [0x370, 0x556],
  [0x1e00, 0x1fff],
  [0x2c60, 0x2c7f],
  [0xa640, 0xa7ff],
]

/** Returns pairs of a capital letter and its small one, without letters that NFKD decomposes. */
function capitals(): [string, string][] {
  return BLOCKS.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)),
  )
    .filter((sign) => sign === sign.normalize('NFKD'))
    .map((sign): [string, string] => [sign, sign.toLowerCase()])
    .filter(([sign, small]) => sign !== small && small.length === 1)
}

/** Letters that become another one. A capital becomes what its small letter becomes. */
const LETTERS = new Map(letterMap())
for (const [sign, small] of capitals()) LETTERS.set(sign, LETTERS.get(small) ?? small)

const FROM = [...LETTERS.keys()].join('')
const TO = [...LETTERS.values()].join('')

/** Letters of ASCII texts. The characters that follow the capitals have no counterpart and vanish. */
const ASCII_FROM = "ABCDEFGHIJKLMNOPQRSTUVWXYZ'`"
const ASCII_TO = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Returns a text as `fold` returns it, as an expression of PostgreSQL. It is slow for texts with
 * letters outside ASCII, so large tables store the folded text.
 */
export function foldSql(text: SQLWrapper): SQL {
  const single = sql`translate(regexp_replace(normalize(${text}, nfkd), ${IGNORED_CHARACTERS}, '', 'g'), ${FROM}, ${TO})`
  const folded = LETTER_PAIRS.reduce(
    (inner, [from, to]) => sql`replace(${inner}, ${from}, ${to})`,
    single,
  )
  return sql`case when octet_length(${text}) = char_length(${text})
    then translate(${text}, ${ASCII_FROM}, ${ASCII_TO}) else ${folded} end`
}

/** Returns whether a folded text holds a word of a search. */
export const containsWord = (folded: SQLWrapper, word: string): SQL =>
  sql`${folded} like ${`%${fold(word).replace(/[\\%_]/g, '\\$&')}%`}`
