import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { throttle } from '../../../../server/platform/db/schema.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { statusAndBody } from '#support/server/asking.ts'

const nothing = () => {}
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing }

const server = await startTestServer({ sentryDsn: 'self', log: SILENT })
beforeEach(async () => {
  await server.deps.db.delete(throttle)
  rmSync(folder(), { recursive: true, force: true })
})

const PATH = '/sentry/api/1/envelope/'
const ID = '9ec79c33ec9942ab8353589fcb2e04dc'
const folder = () => join(server.deps.config.dataDir, 'errors')
const today = () => `${new Date().toISOString().slice(0, 10)}.ndjson`
const stored = () =>
  existsSync(folder())
    ? readdirSync(folder()).flatMap((name) =>
        readFileSync(join(folder(), name), 'utf8').trim().split('\n'),
      )
    : []

const envelope = (event: object, type = 'event') =>
  [{ event_id: ID, sent_at: '2031-01-01T10:00:00Z' }, { type }, event]
    .map((line) => JSON.stringify(line))
    .join('\n')
const send = async (body: string, path = PATH) => server.app.request(path, { method: 'POST', body })

test('a report is accepted without a token and stored for the operator (A-162, R-133)', async () => {
  const answer = await send(envelope({ message: '<b>boom</b>', level: 'error' }))
  expect(await statusAndBody(answer)).toEqual([200, { id: ID }])
  expect(stored().map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      id: ID,
      event: { message: '<b>boom</b>', level: 'error' },
    },
  ])
})

test('each report is one line, whatever it contains', async () => {
  await send(envelope({ message: 'line one\nline two\u2028three' }))
  expect(stored()).toHaveLength(1)
})

test('events that are not errors are accepted and not stored', async () => {
  for (const type of ['session', 'client_report', 'replay_event', 'transaction'])
    expect((await send(envelope({ message: 'x' }, type))).status).toBe(200)
  expect(stored()).toEqual([])
})

test.each(['', 'no json', '[]', '{"event_id":"../../etc/passwd"}', '{"event_id":5}\n{}\n{}'])(
  '%j is rejected',
  async (body) => {
    const answer = await send(body)
    expect([answer.status, await answer.text()]).toEqual([400, '{}'])
    expect(stored()).toEqual([])
  },
)

test('a report that is too large is refused (A-162)', async () => {
  expect((await send(envelope({ message: 'x'.repeat(200 * 1024) }))).status).toBe(413)
  expect(stored()).toEqual([])
})

test('the number of reports is limited (A-162)', async () => {
  const answers = await Promise.all(
    Array.from({ length: 61 }, () => send(envelope({ message: 'again' }))),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(stored()).toHaveLength(60)
})

test('the disk space of one day of reports is limited (A-162)', async () => {
  mkdirSync(folder(), { recursive: true })
  const path = join(folder(), today())
  writeFileSync(path, '')
  truncateSync(path, 20 * 1024 * 1024)
  expect((await send(envelope({ message: 'one more' }))).status).toBe(429)
})

test('reports older than 30 days are deleted when a day begins', async () => {
  mkdirSync(folder(), { recursive: true })
  writeFileSync(join(folder(), '2020-01-01.ndjson'), '{}\n')
  await send(envelope({ message: 'x' }))
  expect(readdirSync(folder())).toEqual([today()])
})

test('only numeric projects are accepted', async () => {
  expect((await send(envelope({}), '/sentry/api/..%2f..%2fx/envelope/')).status).toBe(404)
  expect((await send(envelope({}), '/sentry/api/1/store/')).status).toBe(404)
})

test('reports are rejected if they are sent to another service or disabled (D-68)', async () => {
  for (const sentryDsn of [null, 'https://key@sentry.example/7']) {
    const one = await createTestServer({ sentryDsn, sharedServer: server })
    const init = { method: 'POST', body: envelope({ message: 'x' }) }
    expect((await one.app.request(PATH, init)).status).toBe(404)
    await one.stop()
  }
  expect(stored()).toEqual([])
})
