import { LRUCache } from 'lru-cache'
import { isWithin, readHours } from '#contract/rules/hours.ts'
import type { Condition, Rule } from '#contract/rules/rules.ts'
import type { LocalTime } from './local-time.ts'

/** Facts about a visitor that conditions compare. Unknown ones are empty. */
export type Visitor = {
  /** Two capital letters. */
  readonly country: string
  /** Preferred language in lower case, such as `de-at`. */
  readonly language: string
  readonly device: string
  readonly system: string
  readonly app: string
  readonly browser: string
  /** Query of the short link, without the question mark. */
  readonly query: string
  readonly referrer: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Time of the week where the owner lives. */
  readonly localTime: LocalTime
  /** Place of the visitor among all visitors of the link that day, from 0 to below 1. */
  readonly position: number
}

type Test = (visitor: Visitor) => boolean

/** Conditions of a rule, ready to be tested. */
export type Matcher = {
  tests: readonly Test[]
  /** Share of the visitors who pass the tests, above 0 and below 1; 1 for all of them. */
  share: number
}

/** Maximum number of shared matchers. Cached targets keep theirs. */
const MAX_SHARED = 10_000

const sharedMatchers = new LRUCache<string, Matcher>({ max: MAX_SHARED })

/**
 * Returns a matcher for a cached target. Many links have the same conditions, so equal ones share a
 * matcher, which takes most of a rule's memory.
 */
export function sharedMatcherOf(rule: Pick<Rule, 'conditions'>): Matcher {
  const key = JSON.stringify(rule.conditions)
  const known = sharedMatchers.get(key)
  if (known) return known
  const matcher = matcherOf(rule)
  sharedMatchers.set(key, matcher)
  return matcher
}

export function matcherOf({ conditions }: Pick<Rule, 'conditions'>): Matcher {
  const share = conditions.find(({ kind }) => kind === 'share')
  const others = conditions.filter((condition) => condition !== share)
  return { tests: others.map(testOf), share: share ? Number(share.values[0]) / 100 : 1 }
}

/** Reports why a rule did not match: the index of its test, or -1 for its share. */
type OnSkip = (rule: number, test: number) => void

/**
 * Returns the index of the first rule that matches, or -1. A share divides the visitors whom the
 * rules above it left, so that a half and then a half are 50, 25 and 25 percent.
 */
export function firstMatch(rules: readonly Matcher[], visitor: Visitor, onSkip?: OnSkip): number {
  let position = -1
  for (let index = 0; index < rules.length; index += 1) {
    const { tests, share } = rules[index] ?? NO_MATCHER
    const failed = firstFailed(tests, visitor)
    if (failed === -1) {
      if (share === 1) return index
      if (position === -1) position = visitor.position
      if (position < share) return index
      position = (position - share) / (1 - share)
    }
    onSkip?.(index, failed)
  }
  return -1
}

/** Stands for a rule that does not exist. */
const NO_MATCHER: Matcher = { tests: [() => false], share: 1 }

/** Returns the index of the first test that the visitor fails, or -1. */
function firstFailed(tests: readonly Test[], visitor: Visitor): number {
  for (let index = 0; index < tests.length; index += 1) {
    if (tests[index]?.(visitor) === false) return index
  }
  return -1
}

function testOf({ kind, values }: Condition): Test {
  switch (kind) {
    case 'language':
      return testOfLanguage(values)
    case 'app':
      return values.includes('any') ? ({ app }) => app !== '' : ({ app }) => values.includes(app)
    case 'query':
      return testOfQuery(values)
    case 'referrer':
      return testOfReferrer(values)
    case 'hours':
      return testOfHours(values)
    case 'after':
      return testOfMoment(values, (at, moment) => at >= moment)
    case 'before':
      return testOfMoment(values, (at, moment) => at < moment)
    case 'share':
      throw new Error('match: a share is no test')
    default:
      return (visitor) => values.includes(visitor[kind])
  }
}

/** A language also matches its regions: `de` matches `de-at`. */
function testOfLanguage(values: string[]): Test {
  const languages = values.map((value) => ({ value, prefix: `${value}-` }))
  return ({ language }) =>
    languages.some(({ value, prefix }) => language === value || language.startsWith(prefix))
}

/** A host also matches its subdomains. */
function testOfReferrer(values: string[]): Test {
  const hosts = values.map((host) => ({ host, suffix: `.${host}` }))
  return ({ referrer }) =>
    hosts.some(({ host, suffix }) => referrer === host || referrer.endsWith(suffix))
}

function testOfQuery(values: string[]): Test {
  const parameters = values.map((value) => {
    const [name = ''] = value.split('=', 1)
    return { name, value: value.includes('=') ? value.slice(name.length + 1) : undefined }
  })
  return ({ query }) => {
    if (query === '') return false
    const sent = new URLSearchParams(query)
    return parameters.some(({ name, value }) =>
      value === undefined ? sent.has(name) : sent.getAll(name).includes(value),
    )
  }
}

function testOfHours(values: string[]): Test {
  const all = values.flatMap((value) => readHours(value) ?? [])
  return ({ localTime: { day, minute } }) => all.some((hours) => isWithin(hours, day, minute))
}

function testOfMoment(
  [value = '']: string[],
  holds: (at: number, moment: number) => boolean,
): Test {
  const moment = Date.parse(value)
  return ({ at }) => holds(at, moment)
}
