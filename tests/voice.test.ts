import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commentsOf, documentedFunctions } from './support/comments.ts'
import { sourceFiles } from './support/source-files.ts'

/** First words of sentences that make the reader guess their subject. */
const RIDDLE =
  /^(?:what|whatever|who|whoever|whom|whose|it|as|by|from here on|from now on|with|taken|given|nothing|never|nobody|somebody)\b/i
/** Plural nouns and other words that end like a verb in the third person. */
const NOT_A_VERB =
  /^(?:This|Its|As|Always|Whose|Unless|Is|Was|Perhaps|Us|Does|Has|Yes|Less|Plus|Others|Thus|Sometimes|Various|Ones|Bytes|Names|Users|Rows|Days)$/
/** Fragments, participles used as nouns, and private words. */
const UNCLEAR_NAME =
  /\b(?:const|let|function|type|class)\s+(Asked|Asking|Given|Held|Said|Taken|Wanted|faultOf|firstOf|insteadOf|lasts|otherwise|personOf|whenKnown|wished)\b/g
/** Participles and fragments that do not say what a variable of the product holds. */
const UNCLEAR_VARIABLE =
  /(?:\b(?:const|let)\s+|#)(apart|asked|behind|doors|held|lot|taken|theirs|told)\b/g

const files = sourceFiles('src', 'server', 'sw', 'extension', 'scripts', 'bench', 'demo', 'tests')
  .filter((file) => !file.startsWith('tests/support/cases/'))
  .map((path) => ({ path, source: readFileSync(path, 'utf8') }))
const modules = files.filter(({ path }) => !path.endsWith('.css'))

const riddles = (path: string, source: string) =>
  commentsOf(path, source)
    .filter(({ text }) => RIDDLE.test(text))
    .map(({ line, text }) => `${path}:${line}: ${text.split('\n')[0]}`)

const withoutVerb = (path: string, source: string) =>
  documentedFunctions(path, source)
    .filter(({ text }) => {
      const [first = ''] = text.split(/[\s,.:;]/)
      return !/^[A-Z][a-z-]*s$/.test(first) || NOT_A_VERB.test(first)
    })
    .map(({ name, line, text }) => `${path}:${line}: ${name}: ${text.split('\n')[0]}`)

const unclearNames = (path: string, source: string, pattern = UNCLEAR_NAME) =>
  [...source.matchAll(pattern)].map(([, name]) => `${path}: ${name}`)

test('comments name their subject', () => {
  expect(files.flatMap(({ path, source }) => riddles(path, source))).toEqual([])
})

test('the doc comment of an exported function starts with a verb', () => {
  expect(modules.flatMap(({ path, source }) => withoutVerb(path, source))).toEqual([])
})

test('names are nouns or verbs of the field', () => {
  const own = modules.filter(({ path }) => path !== 'tests/voice.test.ts')
  expect(own.flatMap(({ path, source }) => unclearNames(path, source))).toEqual([])
})

test('variables of the product say what they hold', () => {
  const product = modules.filter(
    ({ path }) => /^(?:src|server|sw|extension)\//.test(path) && !/\.test\.tsx?$/.test(path),
  )
  expect(product.length).toBeGreaterThan(1000)
  const found = product.flatMap(({ path, source }) => unclearNames(path, source, UNCLEAR_VARIABLE))
  expect(found).toEqual([])
})

test.each(['const told = 1', 'let lot: Row[] = []', '#behind = new Set()'])(
  '“%s” is found',
  (source) => {
    expect(unclearNames('x.ts', source, UNCLEAR_VARIABLE)).toHaveLength(1)
  },
)

test('requirement numbers stay in tests and in the contract', () => {
  const numbered = files
    .filter(({ path }) => !/^tests\/|^src\/contract\/|\.test\.tsx?$/.test(path))
    .flatMap(({ path, source }) =>
      commentsOf(path, source)
        .filter(({ text }) => /\b[RDA]-\d{1,3}\b/.test(text))
        .map(({ line }) => `${path}:${line}`),
    )
  expect(numbered).toEqual([])
})

test.each(['/** What is kept. */', '// Nobody reads it.', '/* By name. */'])(
  '“%s” is found',
  (comment) => {
    expect(riddles('x.ts', `${comment}\nexport const a = 1`)).toHaveLength(1)
  },
)

test.each([
  '/** A link. */ export function link() {}',
  '/** Creates links. */ function other() {}\n/** With a name. */\nexport const link = () => 1',
  '/** The codes. */ export async function codes() {}',
])('“%s” is found', (source) => {
  expect(withoutVerb('x.ts', source)).toHaveLength(1)
})

test.each([
  '/** Returns a link. */ export function link() {}',
  '/** The longest code. */ export const MAX = 5',
  '/** A link. */ function link() {}',
])('“%s” is fine', (source) => {
  expect(withoutVerb('x.ts', source)).toEqual([])
})

test.each(['type Asked = string', 'const lasts = 1', 'function insteadOf() {}'])(
  '“%s” is found',
  (source) => {
    expect(unclearNames('x.ts', source)).toHaveLength(1)
  },
)
