import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { addBrandChannel, readEventStream, conversationPerTest } from '#support/server/chatting.ts'
import { allJobsDone } from '#support/server/links/extraction.ts'
import { startPushServer } from '#support/server/pushing.ts'
import { createTestServer } from '#support/server/test-app.ts'

const on = await startPushServer()
const { ana, chat, brand } = conversationPerTest(on.server)
afterEach(() => on.clear())

/** Returns the number of push messages received, after all jobs are done. */
const received = async () => {
  await allJobsDone(on.server)
  return on.service.received.length
}

test('a new message is pushed, encrypted, with the address of its channel (R-476)', async () => {
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

test('a later push of the same channel replaces the earlier one, of another channel not', async () => {
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

test('a long message is shortened', async () => {
  const browser = await on.browserOf(ana)
  await brand.says('x'.repeat(4000))
  await on.arrived(1)
  expect(on.read(browser).text).toBe(`${'x'.repeat(139)}…`)
})

test('a long message of emoji is cut to the size that push services accept', async () => {
  const browser = await on.browserOf(ana)
  const family = '👨‍👩‍👧‍👦'
  await brand.says(family.repeat(4000))
  await on.arrived(1)
  const { text } = on.read(browser)
  expect(text).toBe(family.repeat(60))
  expect(Buffer.byteLength(text)).toBe(1500)
})

test('own messages are not pushed', async () => {
  await on.browserOf(ana)
  await chat.say(brand.channel, 'Hello')
  expect(await received()).toBe(0)
})

test('a message sent twice with a key is pushed once', async () => {
  await on.browserOf(ana)
  const message = await brand.says('once', 'key')
  expect(await brand.says('once', 'key')).toEqual(message)
  await on.arrived(1)
  await allJobsDone(on.server)
  expect(on.service.received).toHaveLength(1)
})

test('a failed push is repeated, unless the message was read meanwhile', async () => {
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

test('a browser that no longer exists is deleted (R-476)', async () => {
  await on.browserOf(ana)
  on.service.answers({ status: 410 })
  await brand.says('one')
  await on.arrived(1)
  await allJobsDone(on.server)
  expect(await on.devices()).toEqual([])
})

const OFF = [{ chat: false }, { push: false }]
test.each(OFF)('no message is pushed with %j in the settings', async (wish) => {
  await on.browserOf(ana)
  await ana.send('POST', '/v1/users/me/settings', { notifications: wish })
  await brand.says('one')
  expect(await received()).toBe(0)
})

test('nothing is pushed while a stream is open in any process', async () => {
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

test('the stream of a killed process does not prevent pushes', async () => {
  await on.browserOf(ana)
  await on.server.deps.sql`
    insert into chat_streams (user_id, process) values (${ana.uuid}, ${randomUUID()})`
  await brand.says('pushed')
  await on.arrived(1)
  expect(await received()).toBe(1)
})
