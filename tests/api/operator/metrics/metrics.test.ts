import { readFileSync } from 'node:fs'
import { beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { addLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { addEarner, addInstantShop, redeem } from '#support/server/money/wallet.ts'
import { createTestServer, startTestServer, type TestServer } from '#support/server/test-app.ts'

const TOKEN = 'a token for Prometheus'
const server = await startTestServer({
  listen: true,
  metricsToken: TOKEN,
  trustedProxies: ['127.0.0.1', '::1'],
})

let ana: Person
beforeAll(async () => {
  ana = await addEarner(server, await addInstantShop(server), 60)
  await redeem(ana, { value: 25 })
  await server.deps.jobs.add(server.deps.db, 'tidy', {})
})

const read = async (from: TestServer, headers: Record<string, string> = {}) => {
  const answer = await from.request('GET', '/metrics', { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Returns the values of a metric by labels as written, such as `{job="tidy"}`. */
function valuesOf(text: string, name: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(' ')
      return [line.slice(name.length, at), Number(line.slice(at + 1))]
    }),
  )
}

test('metrics are read from the same machine, or with the token', async () => {
  const local = await read(server)
  expect(local.status).toBe(200)
  expect(local.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(local.headers.get('cache-control')).toBe('no-store')

  const remote = { 'x-forwarded-for': '203.0.113.7' }
  const refused = await read(server, remote)
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="metrics"')
  for (const authorization of [`Bearer ${TOKEN}!`, TOKEN, `Basic ${TOKEN}`, 'Bearer '])
    // oxlint-disable-next-line no-await-in-loop -- one table
    expect((await read(server, { ...remote, authorization })).status, authorization).toBe(401)
  const allowed = await read(server, { ...remote, authorization: `Bearer ${TOKEN}` })
  expect(allowed.status).toBe(200)
  expect(allowed.text).toContain('split_info')
})

test('without a token, other machines find nothing', async () => {
  const closed = await createTestServer({ listen: true, trustedProxies: ['127.0.0.1', '::1'] })
  const remote = { 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer null' }
  expect((await read(closed, remote)).status).toBe(404)
  await closed.stop()
})

test('metrics count short links, requests, clicks and pending payouts', async () => {
  const before = (await read(server)).text
  const link = await addLink(ana)
  const path = new URL(link.split_url).pathname
  for (const at of [path, path, '/s/nobody-has-this']) await server.request('GET', at)
  const { text } = await read(server)
  const growth = (name: string) =>
    (valuesOf(text, name)[''] ?? Number.NaN) - (valuesOf(before, name)[''] ?? Number.NaN)
  expect(growth('split_short_link_answers_total')).toBe(3)
  expect(growth('split_clicks_recorded_total')).toBe(2)
  expect(valuesOf(text, 'split_payouts_pending')).toEqual({ '{state="in_review"}': 1 })
  expect(valuesOf(text, 'split_payouts_pending_cents')).toEqual({ '{state="in_review"}': 2500 })
  expect(valuesOf(text, 'split_database_up')).toEqual({ '': 1 })
  expect(valuesOf(text, 'split_info')).toEqual({ '{version="2.0.6"}': 1 })
  const count = 'split_http_request_duration_seconds_count'
  const added = '{area="api",status="2xx"}'
  expect(valuesOf(text, count)[added]).toBeGreaterThan(valuesOf(before, count)[added] ?? 0)
})

test('the time of redirects is measured, without other answers', async () => {
  const measured = await createTestServer({ listen: true })
  const { redirectTimes } = measured.deps.metrics
  const times = vi.spyOn(redirectTimes, 'add')
  vi.spyOn(redirectTimes, 'isDue').mockReturnValue(true)
  const person = await signUp(measured)
  const path = new URL((await addLink(person)).split_url).pathname
  for (const at of ['/s/nobody-has-this', `${path}+`]) await measured.request('GET', at)
  expect(times).not.toHaveBeenCalled()
  for (let n = 0; n < 100; n += 1) await measured.request('GET', path)
  await vi.waitFor(() => expect(times).toHaveBeenCalledTimes(100))
  const [seconds = 0] = Object.values(
    valuesOf((await read(measured)).text, 'split_redirect_p99_seconds'),
  )
  expect(seconds).toBeGreaterThan(0)
  await measured.stop()
})

test('jobs that wait and jobs that failed are counted by type', async () => {
  const idle = await createTestServer({ metricsToken: TOKEN })
  const { db, jobs, sql } = idle.deps
  await jobs.add(db, 'tidy', {})
  await jobs.add(db, 'trending', {})
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where id =
    (select max(id) from graphile_worker._private_jobs)`
  const { text } = await read(idle, { authorization: `Bearer ${TOKEN}` })
  const [tidy, trending] = ['{job="tidy"}', '{job="trending"}']
  expect(valuesOf(text, 'split_jobs_waiting')).toMatchObject({ [tidy]: 1, [trending]: 0 })
  expect(valuesOf(text, 'split_jobs_failed')).toMatchObject({ [tidy]: 0, [trending]: 1 })
  expect(valuesOf(text, 'split_jobs_oldest_seconds')[tidy]).toBeGreaterThan(0)
  await idle.stop()
})

test('a server whose database is away still reports itself', async () => {
  const broken = await createTestServer({ listen: true })
  await broken.deps.clicks.settle()
  await broken.database.drop()
  const { status, text } = await read(broken)
  expect(status).toBe(200)
  expect(valuesOf(text, 'split_database_up')).toEqual({ '': 0 })
  expect(valuesOf(text, 'split_click_queue_length')).toEqual({ '': 0 })
  expect(Object.keys(valuesOf(text, 'split_disk_free_bytes'))).toHaveLength(1)
  await broken.stop()
})

test('each metric has one description, and names of counters end with _total', async () => {
  const { text } = await read(server)
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({
    name,
    type,
  }))
  const names = types.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect([...text.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name)).toEqual(names)
  for (const { name, type } of types) expect(name.endsWith('_total'), name).toBe(type === 'counter')
})

type Rule = { alert: string; expr: string }
const ALERTS = (
  parse(readFileSync('deploy/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap(({ rules }) => rules)

test('alerts and dashboard use metrics that exist', async () => {
  const { text } = await read(server)
  const dashboard = readFileSync('deploy/grafana.json', 'utf8')
  const used = [...ALERTS.map(({ expr }) => expr), dashboard].join('\n')
  const names = new Set([...used.matchAll(/\b(?:split|process|nodejs)_[a-z0-9_]+/g)].map(String))
  expect(names.size).toBeGreaterThan(20)
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  // Reported after the first nightly backup.
  known.add('split_backup_age_seconds')
  for (const name of names)
    expect(known.has(name.replace(/_(?:count|bucket|sum)$/, '')), name).toBe(true)
})

test('each of the ten alerts is explained', () => {
  const page = readFileSync('docs/operating.md', 'utf8')
  expect(ALERTS).toHaveLength(10)
  for (const { alert } of ALERTS) expect(page).toContain(`| \`${alert}\` `)
})
