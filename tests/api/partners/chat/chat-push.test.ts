import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  addBrandChannel,
  createChatter,
  readEventStream,
  type Chatter,
} from '#support/server/chatting.ts'
import { allJobsDone } from '#support/server/links/extraction.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startPushServer, type PushServer } from '#support/server/pushing.ts'
import { createTestServer } from '#support/server/test-app.ts'

vi.setConfig({ testTimeout: 60_000 })

let on: PushServer
let ana: Person
let chat: Chatter
let brand: Awaited<ReturnType<typeof addBrandChannel>>
beforeAll(async () => {
  on = await startPushServer()
})
afterAll(() => on.stop())
beforeEach(async () => {
  ana = await signUp(on.server)
  chat = await createChatter(on.server, ana)
  brand = await addBrandChannel(on.server, chat)
})
afterEach(() => on.clear())

/** Returns the number of push messages received, after all jobs are done. */
const received = async () => {
  await allJobsDone(on.server)
  return on.service.received.length
}

test('a new message is pushed, encrypted, and leads to its channel (R-476)', async () => {
  const browser = await on.browserOf(ana)
  await brand.says('Would you like\nto try our lamp?')
  await on.arrived(1)
  expect(on.read(browser)).toMatchObject({
    title: expect.stringContaining('lamps.example') as string,
    text: 'Would you like to try our lamp?',
    url: `/partners/chat/${brand.channel}`,
    group: 'chat',
  })
})

test('a later one of the same channel takes its place, one of another does not', async () => {
  const browser = await on.browserOf(ana)
  const other = await addBrandChannel(on.server, chat)
  await brand.says('one')
  await on.arrived(1)
  await brand.says('two')
  await on.arrived(2)
  await other.says('three')
  await on.arrived(3)
  const [one, two, three] = [0, 1, 2].map((index) => on.read(browser, index).tag)
  expect(two).toBe(one)
  expect(three).not.toBe(one)
})

test('a long one is cut, a picture is named', async () => {
  const browser = await on.browserOf(ana)
  await brand.says('x'.repeat(4000))
  await on.arrived(1)
  expect(on.read(browser).text).toBe(`${'x'.repeat(139)}…`)
})

test('a long one of emoji is cut to what push services take', async () => {
  const browser = await on.browserOf(ana)
  const family = '👨‍👩‍👧‍👦'
  await brand.says(family.repeat(4000))
  await on.arrived(1)
  const { text } = on.read(browser)
  expect(text).toBe(family.repeat(60))
  expect(Buffer.byteLength(text)).toBe(1500)
})

test('one’s own message is not', async () => {
  await on.browserOf(ana)
  await chat.say(brand.channel, 'Hello')
  expect(await received()).toBe(0)
})

test('sent once, however often it was tried', async () => {
  await on.browserOf(ana)
  const message = await brand.says('once', 'key')
  expect(await brand.says('once', 'key')).toEqual(message)
  await on.arrived(1)
  await allJobsDone(on.server)
  expect(on.service.received).toHaveLength(1)
})

test('what a push service does not take now comes later, unless it has been read', async () => {
  await on.browserOf(ana)
  on.service.answers({ status: 503 })
  await brand.says('one')
  await on.arrived(1)
  await chat.read(brand.channel, 1)
  on.service.answers({ status: 201 })
  await on.tryAgain()
  await allJobsDone(on.server)
  expect(on.service.received).toHaveLength(1)
})

test('a browser that is gone is forgotten (R-476)', async () => {
  await on.browserOf(ana)
  on.service.answers({ status: 410 })
  await brand.says('one')
  await on.arrived(1)
  await allJobsDone(on.server)
  expect(await on.devices()).toEqual([])
})

test.each([{ chat: false }, { push: false }])('not with %j in the settings', async (wish) => {
  await on.browserOf(ana)
  await ana.send('POST', '/v1/users/me/settings', { notifications: wish })
  await brand.says('one')
  expect(await received()).toBe(0)
})

test('not while a stream is open in any process, and again when it has been left', async () => {
  const other = await createTestServer({ sharedServer: on.server, listen: true })
  // This server runs jobs, too.
  await on.trust(other)
  await on.browserOf(ana)
  const stream = await readEventStream(other, chat.token)
  await stream.begun()
  await brand.says('seen at once')
  await stream.has(1)
  expect(await received()).toBe(0)
  await stream.leave()
  await vi.waitFor(async () => {
    const left = await on.server.deps.sql`select 1 from chat_streams where user_id = ${ana.uuid}`
    expect(left).toHaveLength(0)
  })
  await brand.says('pushed')
  await on.arrived(1)
  await other.stop()
})

test('the row of a process that was killed keeps nothing back', async () => {
  await on.browserOf(ana)
  await on.server.deps.sql`
    insert into chat_streams (user_id, process) values (${ana.uuid}, ${randomUUID()})`
  await brand.says('pushed')
  await on.arrived(1)
  expect(await received()).toBe(1)
})
