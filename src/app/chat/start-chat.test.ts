import { createStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { HEARTBEAT_MS } from '#contract/partners/chat.ts'
import { userChat } from '#live/chat/chat.ts'
import {
  aMessage,
  CHANNELS,
  CHAT_USER,
  chatServer,
  fakeStream,
  KITCHEN,
  TOKEN,
} from '#support/window/chat.ts'
import { json } from '#support/window/fake-api.ts'
import { comeBack, leavePage } from '#support/window/leave-page.ts'
import { deferred } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { followFacts } from '../facts/follow-facts.ts'
import { problemsAtom } from '../problems/problems.ts'
import { chatAtom } from '../shell/chat.ts'
import { startChat } from './start-chat.ts'

const MINUTE_MS = 60_000

let stop = () => undefined as void

signInPerTest()
afterEach(() => stop())

function begin(messages = [aMessage(1)], routes = {}) {
  const server = chatServer(messages, routes)
  const stream = fakeStream()
  const store = createStore()
  stop = startChat(store)
  const unread = () => store.get(chatAtom)?.unread
  return { server, stream, store, unread }
}

test('without a token there is no chat and no error dialog (R-079)', async () => {
  const { server, store } = begin([], { [TOKEN]: json({}, 500) })
  await vi.waitFor(() => expect(server.sentTo(TOKEN)).toHaveLength(1))
  await server.quiet()
  expect(store.get(chatAtom)).toBeNull()
  expect(store.get(problemsAtom).critical).toBeNull()
})

test('the token is stored with its user id (R-537)', async () => {
  const { store } = begin([aMessage(1)])
  await vi.waitFor(() => expect(store.get(chatAtom)).not.toBeNull())
  expect(store.get(chatAtom)).toMatchObject({ accessToken: 'chat-token', userId: CHAT_USER })
})

test('the unread count comes from the facts until the channels are loaded (R-538)', async () => {
  const asked = deferred<object>()
  const routes = { 'GET /v2/my/facts/': () => asked.promise, [CHANNELS]: json({}, 500) }
  const { store, unread } = begin([], routes)
  const stopFacts = followFacts(store)
  await vi.waitFor(() => expect(unread()).toBe(0))
  asked.resolve({ unread: { total: 0 }, unread_messages: 3 })
  await vi.waitFor(() => expect(unread()).toBe(3))
  stopFacts()
})

test('new messages raise the unread count, and reading elsewhere clears it (R-538)', async () => {
  const { stream, unread } = begin([aMessage(1)])
  await vi.waitFor(() => expect(stream.requests).toHaveLength(1))
  stream.say('ready', {}, '4')
  await vi.waitFor(() => expect(unread()).toBe(1))
  stream.say('message', aMessage(2), '5')
  await vi.waitFor(() => expect(unread()).toBe(2))
  // The event arrives twice, as after a lost connection.
  stream.say('message', aMessage(2), '5')
  const read = { channel: KITCHEN, read_sequence: 2, unread_count: 0, total_unread: 0 }
  stream.say('read', read, '6')
  await vi.waitFor(() => expect(unread()).toBe(0))
})

test('the token is sent in a header, and a lost stream resumes (R-533)', async () => {
  const { stream } = begin()
  await vi.waitFor(() => expect(stream.requests).toHaveLength(1))
  expect(stream.requests[0]?.get('Authorization')).toBe('Bearer chat-token')
  expect(stream.requests[0]?.get('Last-Event-ID')).toBeNull()
  stream.say('message', aMessage(2), '17')
  const chat = userChat()
  await vi.waitFor(async () =>
    expect(await (await chat?.storage())?.readNote('last event')).toBe('17'),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stream.end()
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000)
    expect(stream.requests).toHaveLength(2)
  })
  vi.useRealTimers()
  expect(stream.requests[1]?.get('Last-Event-ID')).toBe('17')
})

test('an expired token is requested again', async () => {
  const { stream, server } = begin()
  await vi.waitFor(() => expect(stream.requests).toHaveLength(1))
  const before = server.sentTo(TOKEN).length
  stream.refuse(json({}, 401))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  stream.end()
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.sentTo(TOKEN).length).toBeGreaterThan(before)
  })
  vi.useRealTimers()
})

const look = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Passes minutes in which the server sends heartbeats. */
async function minutes(count: number, stream: ReturnType<typeof fakeStream>) {
  for (let beat = 0; beat < (count * MINUTE_MS) / HEARTBEAT_MS; beat += 1) {
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
    if (stream.isOpen()) stream.beat()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

test('a tab hidden for five minutes pauses its stream, and resumes when it is shown', async () => {
  const { stream } = begin()
  await vi.waitFor(() => expect(stream.requests).toHaveLength(1))
  stream.say('message', aMessage(2), '17')
  const chat = userChat()
  await vi.waitFor(async () =>
    expect(await (await chat?.storage())?.readNote('last event')).toBe('17'),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  look('hidden')
  await minutes(4, stream)
  // The tab was visible in between, so the five minutes start again.
  look('visible')
  look('hidden')
  await minutes(4, stream)
  expect(stream.isOpen()).toBe(true)
  await minutes(2, stream)
  expect(stream.isOpen()).toBe(false)
  await minutes(10, stream)
  expect(stream.requests).toHaveLength(1)
  look('visible')
  vi.useRealTimers()
  await vi.waitFor(() => expect(stream.requests).toHaveLength(2))
  expect(stream.requests[1]?.get('Last-Event-ID')).toBe('17')
})

test('a page in the back/forward cache pauses its stream and resumes when it is shown (offline 36)', async () => {
  const { stream } = begin()
  await vi.waitFor(() => expect(stream.requests).toHaveLength(1))
  leavePage()
  expect(stream.isOpen()).toBe(false)
  comeBack()
  await vi.waitFor(() => expect(stream.requests).toHaveLength(2))
  await vi.waitFor(() => expect(stream.isOpen()).toBe(true))
})
