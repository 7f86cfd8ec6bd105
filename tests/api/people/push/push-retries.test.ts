import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPushSender, parseRetryAfter } from '../../../../server/people/push/push-sender.ts'
import { texts } from '#support/server/activity.ts'
import { allJobsDone } from '#support/server/links/extraction.ts'
import { signIn, signUp, type Person } from '#support/server/people.ts'
import { subscription, type Subscription } from '#support/server/hosts/push-service.ts'
import { startPushServer } from '#support/server/pushing.ts'
import { createTestServer } from '#support/server/test-app.ts'

let ana: Person
const on = await startPushServer()
beforeEach(async () => {
  ana = await signUp(on.server)
})
afterEach(() => on.clear())

let exported = 1000
/** Sends this number of messages one after the other. */
async function sendSome(messages: number): Promise<void> {
  for (let sent = 0; sent < messages; sent += 1) await on.push((exported += 1), ana)
}

const daysLater = (days: number) =>
  on.server.deps.sql`
    update devices set refused_since = refused_since - make_interval(days => ${days})`

describe('a push service that refuses a message', () => {
  test.each([404, 410])('%i: the device is deleted', async (status) => {
    await on.browserOf(ana)
    on.service.answers({ status })
    await on.push(1, ana)
    expect(await on.devices()).toEqual([])
    expect(on.service.received).toHaveLength(1)
  })

  test.each([400, 403, 413, 302])('%i: only the message is dropped', async (status) => {
    await on.browserOf(ana)
    on.service.answers({ status, headers: { Location: '/elsewhere' } })
    await on.push(1, ana)
    expect(await on.devices()).toHaveLength(1)
    expect(on.service.received).toHaveLength(1)
  })

  test.each([400, 403])('%i for several days: the device is deleted', async (status) => {
    await on.browserOf(ana)
    on.service.answers({ status })
    await sendSome(5)
    expect(await on.devices()).toHaveLength(1)
    await daysLater(3)
    await sendSome(1)
    expect(await on.devices()).toEqual([])
    expect(on.service.received).toHaveLength(6)
  })

  test('a few refusals do not delete the device, however long ago the first was', async () => {
    await on.browserOf(ana)
    on.service.answers({ status: 403 })
    await sendSome(1)
    await daysLater(30)
    await sendSome(3)
    expect(await on.devices()).toHaveLength(1)
    await sendSome(1)
    expect(await on.devices()).toEqual([])
  })

  test('a delivered message resets the count of refusals', async () => {
    await on.browserOf(ana)
    on.service.answers({ status: 403 })
    await sendSome(5)
    await daysLater(3)
    on.service.answers({ status: 201 })
    await sendSome(1)
    on.service.answers({ status: 403 })
    await sendSome(5)
    expect(await on.devices()).toHaveLength(1)
  })

  test('refusals because of the message never delete the device', async () => {
    await on.browserOf(ana)
    on.service.answers({ status: 413 })
    await sendSome(6)
    await daysLater(30)
    await sendSome(1)
    expect(await on.devices()).toHaveLength(1)
  })

  test('refusals of one device do not count for another', async () => {
    const failing = await on.browserOf(ana)
    const other = await on.browserOf(await signIn(on.server, ana))
    const path = new URL(failing.json.endpoint).pathname
    on.service.answers((sent) => ({ status: sent.path === path ? 403 : 201 }))
    await sendSome(5)
    await daysLater(3)
    await sendSome(1)
    const [left] = await on.server.deps.sql`select endpoint from devices`
    expect(left).toEqual({ endpoint: other.json.endpoint })
    expect(await on.devices()).toHaveLength(1)
  })

  test.each([500, 503, 429])('%i: the message is sent again later (D-81)', async (status) => {
    const browser = await on.browserOf(ana)
    on.service.answers({ status })
    await on.exported(1, ana)
    await on.arrived(1)
    await vi.waitFor(async () => {
      const [job] = await on.waiting()
      expect(job?.attempts).toBe(1)
      expect(job?.seconds).toBeGreaterThan(0)
    })
    on.service.answers({ status: 201 })
    await on.tryAgain()
    await allJobsDone(on.server)
    expect(on.read(browser, 1)).toEqual(on.read(browser, 0))
  })

  test('a message is repeated only to devices that did not get it', async () => {
    const [one, other] = [await on.browserOf(ana), await on.browserOf(await signIn(on.server, ana))]
    const failing = new URL(other.json.endpoint).pathname
    on.service.answers(({ path }) => ({ status: path === failing ? 500 : 201 }))
    await on.exported(1, ana)
    await on.arrived(2)
    on.service.answers({ status: 201 })
    await on.tryAgain()
    await allJobsDone(on.server)
    const times = (browser: Subscription) =>
      on.service.received.filter(({ path }) => browser.json.endpoint.endsWith(path)).length
    expect([times(one), times(other)]).toEqual([1, 2])
  })

  test('Retry-After is respected', async () => {
    await on.browserOf(ana)
    on.service.answers({ status: 429, headers: { 'Retry-After': '600' } })
    await on.exported(1, ana)
    await vi.waitFor(async () => {
      const [job] = await on.waiting()
      expect(job?.seconds).toBeGreaterThan(500)
      expect(job?.seconds).toBeLessThan(601)
    }, 10_000)
  })

  test('after a day the message is dropped, and its item stays in the list (D-81)', async () => {
    await on.browserOf(ana)
    on.service.answers({ status: 503 })
    await on.exported(1, ana)
    await on.arrived(1)
    await on.server.deps.sql`update activity_items set created_at = now() - interval '25 hours'`
    await on.tryAgain()
    await allJobsDone(on.server)
    expect(on.service.received).toHaveLength(1)
    expect(await texts(ana)).toHaveLength(1)
  })

  test('an unreachable push service is tried again', async () => {
    await on.browserOf(ana, subscription('https://127.0.0.1:1025/nobody'))
    await on.exported(1, ana)
    await vi.waitFor(
      async () => expect(await on.waiting()).toMatchObject([{ attempts: 1 }]),
      10_000,
    )
    expect(await on.devices()).toHaveLength(1)
  })

  test('push services in the own network are not contacted', async () => {
    await on.browserOf(ana)
    const strict = createPushSender({
      config: { ...on.server.deps.config, allowPrivateFetch: false },
      secrets: on.server.deps.secrets,
      ca: on.service.ca,
    })
    const usual = on.server.deps.push
    on.server.deps.push = strict
    await on.push(1, ana)
    expect(on.service.received).toEqual([])
    await strict.close()
    on.server.deps.push = usual
  })
})

test('a waiting message survives a restart of the server', async () => {
  await on.server.deps.jobs.stop()
  const browser = await on.browserOf(ana)
  await on.exported(1, ana)
  const next = await createTestServer({ sharedServer: on.server })
  await on.trust(next)
  await next.deps.jobs.start()
  await on.arrived(1)
  await allJobsDone(on.server)
  expect(on.read(browser)).toMatchObject({ title: 'Your links' })
  await next.stop()
  await on.server.deps.jobs.start()
})

test('connections to a push service are reused', async () => {
  await on.browserOf(ana)
  const before = on.service.connections()
  await sendSome(5)
  expect(on.service.received).toHaveLength(5)
  expect(on.service.connections() - before).toBeLessThanOrEqual(1)
})

test.each([
  ['120', 120],
  ['Sat, 01 Jan 2000 00:02:00 GMT', 120],
  ['Fri, 31 Dec 1999 00:00:00 GMT', 0],
  ['soon', null],
  ['', null],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(parseRetryAfter(header, Date.parse('2000-01-01T00:00:00Z'))).toBe(seconds)
})
