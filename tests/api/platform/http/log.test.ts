import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { links, users } from '../../../../server/platform/db/schema.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer } from '#support/server/test-app.ts'
import { startWithCreator } from '#support/server/creator.ts'
import { expectNoParts, expectParts } from '#support/expect-parts.ts'

const SECRET = 'what-ana-typed'
const MOST_BYTES = 2048

const { server, ana } = await startWithCreator()
afterEach(() => void vi.restoreAllMocks())

/** Returns the line that the log writes. */
function written(json: boolean, fields: Record<string, unknown>, message = 'request failed') {
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  createLog('error', json).error(message, fields)
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

const failureOf = async (work: PromiseLike<unknown>): Promise<Error> => {
  const error: unknown = await work.then(
    () => undefined,
    (why: unknown) => why,
  )
  if (!(error instanceof Error)) throw new Error('it did not fail')
  return error
}

/** Real failures of real queries, each with user input among its parameters. */
const FAILURES: [name: string, code: string, fail: () => PromiseLike<unknown>][] = [
  [
    'a value that is there already',
    '23505',
    () => server.deps.db.insert(users).values({ email: ana.email, passwordHash: SECRET }),
  ],
  [
    'a value that does not fit, in a megabyte of them',
    '22P02',
    () =>
      server.deps.db
        .select()
        .from(links)
        .where(eq(links.id, SECRET.repeat(80_000))),
  ],
  [
    'a query without the builder',
    '22P02',
    () => server.deps.sql`select ${SECRET}::text::int as number`,
  ],
  ['one made by hand', '22P02', () => server.deps.db.execute(sql`select ${SECRET}::text::uuid`)],
  [
    'parameters that look like a stack',
    '22P02',
    () => server.deps.db.execute(sql`select ${`x\n    at ${SECRET}`}::text::uuid`),
  ],
]

describe.each([
  ['JSON', true],
  ['plain', false],
])('a log in %s', (_, json) => {
  test.each(FAILURES)('contains no value of %s', async (_name, code, fail) => {
    const line = written(json, { path: '/v1/x', error: await failureOf(fail()) })
    expect(line).toContain(code)
    expectNoParts(line, SECRET, ana.email)
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MOST_BYTES)
    expect(line).toMatch(/\bat .+\.(ts|js):\d+:\d+/)
  })

  test('names constraint, table and statement of a failed query', async () => {
    const [, , fail] = FAILURES[0] ?? []
    const line = written(json, { error: await failureOf(fail?.() ?? Promise.reject()) })
    expectParts(line, 'PostgresError', 'constraint=users_email', 'table=users', 'insert into')
  })

  test('explains a syntax error', async () => {
    const error = await failureOf(server.deps.sql`select no_such_column from users`)
    const expected = 'column "no_such_column" does not exist'.slice(7, 21)
    expect(written(json, { error })).toContain(expected)
  })

  test('contains the stack and the cause of other errors', () => {
    const error = new Error('the page was not read', { cause: new TypeError('no such host') })
    const line = written(json, { error })
    expectParts(line, 'Error: the page was not read', 'caused by TypeError: no such host')
    expect(line).toMatch(/log\.test\.ts:\d+:\d+/)
  })

  test.each<[string, string, Record<string, unknown>]>([
    ['message', 'x'.repeat(100_000), {}],
    ['text', 'x', { text: 'ü'.repeat(100_000) }],
    ['thing', 'x', { thing: { deep: Array.from({ length: 9000 }, () => 'x') } }],
    ['error', 'x', { error: new Error('\0'.repeat(100_000)) }],
    ['many', 'x', Object.fromEntries(Array.from({ length: 500 }, (_v, i) => [`f${i}`, i]))],
  ])('writes at most 2 KB for long values: %s', (_name, message, fields) => {
    const line = written(json, fields, message)
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MOST_BYTES)
    const level: unknown = json ? (JSON.parse(line) as { level: unknown }).level : 'error'
    expect(level).toBe('error')
  })
})

test('the log says how much it cut', () => {
  expect(written(false, { text: 'x'.repeat(10_000) })).toMatch(/x… \(8\d\d\d more\)$/)
})

test('a database error in a request puts no value into the log', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line))
  const broken = await createTestServer({ log: createLog('error', true) })
  const ben = await signUp(broken)
  await broken.deps.sql`alter table links add constraint no_lamps check (url not like '%lamp%')`
  const url = `https://shop.example/lamp?${SECRET}`
  expect((await ben.send('POST', '/v2/my/links/', { url })).status).toBe(500)
  await broken.stop()
  expect(lines.join('\n')).toContain('constraint=no_lamps')
  expect(lines.join('\n')).not.toContain(SECRET)
})
