import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { noteBackup } from '../../../../server/operator/backup/backup-state.ts'
import { startHeartbeat } from '../../../../server/operator/installation/servers.ts'
import { addLink } from '#support/server/links.ts'
import { receiverForThisFile } from '#support/server/hosts/webhook-receiver.ts'
import { signUp } from '#support/server/people.ts'
import { addHeldOrders } from '#support/server/staff/money-subjects.ts'
import { textOf } from '#support/server/staff/forms.ts'
import { addReport } from '#support/server/staff/subjects.ts'
import { enterConsole } from '#support/server/staff/staff.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { addWebhook, logOf, sendTest } from '#support/server/webhooks.ts'

const server = await startTestServer({
  jobs: true,
  listen: true,
  trustedProxies: ['127.0.0.1', '::1'],
})
const receiver = await receiverForThisFile()
const ben = await enterConsole(server, 'owner', 'ben@staff.example')

let heartbeat: Awaited<ReturnType<typeof startHeartbeat>>
beforeAll(async () => {
  // The test does not depend on the space of this machine.
  heartbeat = await startHeartbeat({ ...server.deps, disks: { look: async () => [] } })
})
afterAll(() => heartbeat.stop())

const readToday = async () => textOf((await ben.get('/console/today')).html)

test('Today shows figures, what waits and the state of the installation', async () => {
  await addHeldOrders(server)
  const text = await readToday()
  for (const part of ['Orders today', 'New people', 'orders are held', 'Running servers 1 OK'])
    expect(text).toContain(part)
})

test('clicks of people since midnight are counted, without programs', async () => {
  const { sql } = server.deps
  await sql`delete from click_events`
  const link = await addLink(await signUp(server))
  const path = new URL(link.split_url).pathname
  const open = (address: string, userAgent: string) =>
    server.request('GET', path, {
      headers: { 'x-forwarded-for': address, 'user-agent': userAgent },
    })
  for (const n of [1, 2, 3]) await open(`203.0.113.${n}`, 'Mozilla/5.0 Firefox/140.0')
  await open('203.0.113.4', 'Googlebot/2.1')
  await server.deps.clicks.settle()
  expect(await sql`select count(*)::int as all from click_events`).toEqual([{ all: 4 }])
  expect(await readToday()).toContain('Clicks today 3 ')
  await sql`update click_events
    set id = overlay(id::text placing '01900000-0000' from 1 for 13)::uuid`
  expect(await readToday()).toContain('Clicks today 0 ')
})

test('the time of redirects is shown once enough were measured', async () => {
  const name = 'Redirect time (p99, this server)'
  const times = vi.spyOn(server.deps.metrics.redirectTimes, 'p99').mockReturnValue(null)
  expect(await readToday()).toContain(`${name} Too few redirects OK`)
  for (const [ms, shown] of [
    [0.4, 'Below 1 ms OK'],
    [3.6, '4 ms OK'],
    [100.5, '101 ms Check'],
  ] as const) {
    times.mockReturnValue(ms)
    expect(await readToday()).toContain(`${name} ${shown}`)
  }
  times.mockRestore()
})

test('webhooks count as failing after a failed delivery, and not while paused', async () => {
  await server.deps.sql`delete from webhooks`
  expect(await readToday()).toContain('Webhooks failing None set up OK')
  const ana = await signUp(server)
  const [bad, good] = [
    await addWebhook(ana, `${receiver.urlFor(ana)}/bad`),
    await addWebhook(ana, `${receiver.urlFor(ana)}/good`),
  ]
  receiver.answerWith((response, { path }) =>
    response.writeHead(path.endsWith('/bad') ? 500 : 204).end(),
  )
  for (const { id } of [bad, good]) await sendTest(ana, id)
  await vi.waitFor(async () => {
    const logs = await Promise.all([logOf(ana, bad.id), logOf(ana, good.id)])
    expect(logs.map(([first]) => first?.status)).toEqual(['failed', 'delivered'])
  })
  expect(await readToday()).toContain('Webhooks failing 1 of 2 Check')
  await ana.send('PATCH', `/v2/my/webhooks/${bad.id}/`, { is_active: false })
  expect(await readToday()).toContain('Webhooks failing 0 of 1 OK')
})

test('the first line says whether a check needs a look', async () => {
  const { db } = server.deps
  await noteBackup(db, { done: null })
  expect(await readToday()).toContain('Look at the checks below.')
  await noteBackup(db, { done: new Date().toISOString() })
  expect(await readToday()).toContain('Everything is running.')
})

test('a webhook that fails is the matter of its owner, so everything is running', async () => {
  await server.deps.sql`delete from webhooks`
  await noteBackup(server.deps.db, { done: new Date().toISOString() })
  const ana = await signUp(server)
  const { id } = await addWebhook(ana, receiver.urlFor(ana))
  receiver.answerWith((response) => response.writeHead(500).end())
  await sendTest(ana, id)
  await vi.waitFor(async () => expect(await readToday()).toContain('Webhooks failing 1 of 1 Check'))
  expect(await readToday()).toContain('Everything is running.')
})

test('the navigation shows how many reports and appeals wait', async () => {
  await server.deps.sql`delete from abuse_reports`
  const reports = async () => /Reports (\d+) open/.exec(await readToday())?.[1]
  expect(await reports()).toBeUndefined()
  const { short_code: code } = await addLink(await signUp(server))
  await addReport(server, code)
  expect(await reports()).toBe('1')
  expect(await readToday()).toContain('1 report The oldest has waited for less than an hour.')
})
