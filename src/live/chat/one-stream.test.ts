import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CHAT_CHANNEL_NAME, HEARTBEAT_MS } from '#contract/partners/chat.ts'
import { openMirror } from '#live/mirror.ts'
import { wipeAll } from '#live/wipe.ts'
import { aMessage, chatServer, fakeStream, KITCHEN, TOKEN } from '#support/window/chat.ts'
import { json } from '#support/window/fake-api.ts'
import { fakeLocks } from '#support/window/fake-locks.ts'
import { signInAs } from '#support/window/links-server.ts'
import { rowsWritten } from '#support/window/rows-written.ts'
import { Chat } from './chat.ts'
import { followStream } from './stream.ts'

let uuid = ''
let locks: ReturnType<typeof fakeLocks>
let stream: ReturnType<typeof fakeStream>
const tabs: { leave: () => Promise<void> }[] = []

beforeEach(() => {
  uuid = signInAs(crypto.randomUUID())
  openMirror()
  locks = fakeLocks()
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  let given = 0
  chatServer([aMessage(1)], {
    [TOKEN]: () => ({ access_token: `token-${(given += 1)}`, uuid: KITCHEN }),
  })
  stream = fakeStream()
})
afterEach(async () => {
  vi.useRealTimers()
  for (const tab of tabs.splice(0)) await tab.leave()
  Reflect.deleteProperty(navigator, 'locks')
  await wipeAll()
})

/** Follows the stream while it is open. Uses the longest pause between two attempts. */
function openTab() {
  const chat = new Chat(uuid)
  const leaving = new AbortController()
  const over = followStream(chat, leaving.signal, () => 1)
  const tab = {
    chat,
    said: () => (chat.thread(KITCHEN)?.messages ?? []).map(({ text }) => text),
    async leave() {
      leaving.abort()
      await over
      chat.close()
    },
  }
  chat.open(KITCHEN)
  tabs.push(tab)
  return tab
}

const expectConnections = (count: number) =>
  vi.waitFor(() => expect(stream.requests).toHaveLength(count), { timeout: 5000 })
const expectLastEvent = (chat: Chat, id: string) =>
  vi.waitFor(async () => expect(await (await chat.storage()).readNote('last event')).toBe(id))
const expectWaitingTabs = (count: number) =>
  vi.waitFor(() => expect(locks.waiting(`${CHAT_CHANNEL_NAME}-${uuid}`)).toBe(count))
/** Replaces only the connection's timers. Everything else runs in real time. */
const fakeTimeouts = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const advance = async (ms: number) => {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('of two tabs one receives the stream, and both show its events', async () => {
  const first = openTab()
  await expectConnections(1)
  const second = openTab()
  await expectWaitingTabs(1)
  stream.say('message', aMessage(2, { text: 'For both' }), '5')
  for (const tab of [first, second])
    await vi.waitFor(() => expect(tab.said()).toContain('For both'), { timeout: 5000 })
  expect(stream.requests).toHaveLength(1)
})

test('when the receiving tab is closed, the other continues after the last event', async () => {
  const first = openTab()
  await expectConnections(1)
  const second = openTab()
  await expectWaitingTabs(1)
  stream.say('message', aMessage(2), '5')
  await expectLastEvent(first.chat, '5')
  await first.leave()
  await expectConnections(2)
  expect(stream.requests[1]?.get('Last-Event-ID')).toBe('5')
  stream.say('message', aMessage(3, { text: 'To the second' }), '6')
  await vi.waitFor(() => expect(second.said()).toContain('To the second'), { timeout: 5000 })
})

test('a tab closed while it waits leaves the stream to the other', async () => {
  const first = openTab()
  await expectConnections(1)
  const second = openTab()
  await expectWaitingTabs(1)
  await second.leave()
  await expectWaitingTabs(0)
  await first.leave()
  expect(stream.requests).toHaveLength(1)
})

test('an event without news is stored once', async () => {
  const { chat } = openTab()
  await expectConnections(1)
  const written = rowsWritten('chatNotes')
  stream.say('ready', {}, '5')
  stream.say('ready', {}, '5')
  stream.say('message', aMessage(2), '6')
  await expectLastEvent(chat, '6')
  expect(written()).toBe(2)
})

test('without Web Locks each tab has its own stream', async () => {
  Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
  openTab()
  await expectConnections(1)
  openTab()
  await expectConnections(2)
  expect(locks.waiting(`${CHAT_CHANNEL_NAME}-${uuid}`)).toBe(0)
})

test('a silent connection is closed, and the next one continues after the last event', async () => {
  fakeTimeouts()
  const { chat } = openTab()
  await expectConnections(1)
  stream.say('message', aMessage(2), '9')
  await expectLastEvent(chat, '9')
  // Two late heartbeats, each within the limit.
  for (let beat = 0; beat < 2; beat += 1) {
    await advance(2.4 * HEARTBEAT_MS)
    stream.beat()
    await advance(0)
  }
  expect([stream.requests.length, stream.isOpen()]).toEqual([1, true])
  await advance(2.5 * HEARTBEAT_MS)
  expect(stream.isOpen()).toBe(false)
  await advance(1000)
  await expectConnections(2)
  expect(stream.requests[1]?.get('Last-Event-ID')).toBe('9')
})

test('a refused token is requested again, and a valid one is kept', async () => {
  fakeTimeouts()
  openTab()
  await expectConnections(1)
  const token = (nth: number) => stream.requests[nth]?.get('Authorization')
  stream.refuse(json({}, 503))
  stream.end()
  await advance(1000)
  await expectConnections(2)
  expect(token(1)).toBe(token(0))
  stream.refuse(json({}, 401))
  await advance(2000)
  await expectConnections(3)
  expect(token(2)).toBe(token(0))
  stream.refuse(null)
  await advance(4000)
  await expectConnections(4)
  expect(token(3)).toMatch(/^Bearer token-\d+$/)
  expect(token(3)).not.toBe(token(0))
})
