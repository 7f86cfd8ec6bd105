import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openMirror } from '#live/mirror.ts'
import { pageOutbox, sendNow, setOfflineCheck } from '#live/outbox/tab-outbox.ts'
import { wipeAll } from '#live/wipe.ts'
import { aMessage, CHANNELS, chatServer, fakeStream, KITCHEN } from '#support/window/chat.ts'
import { signInAs } from '#support/window/links-server.ts'
import { json } from '#support/window/fake-api.ts'
import { Chat } from './chat.ts'
import { sendInOrder } from './say.ts'
import { followStream } from './stream.ts'

const LONG_TIMEOUT = { timeout: 20_000 }
let server: ReturnType<typeof chatServer>
let stream: ReturnType<typeof fakeStream>
let chat: Chat
let isDown = false
const signOutSignal = { now: new AbortController() }

beforeEach(async () => {
  isDown = false
  setOfflineCheck(() => true)
  const uuid = signInAs(crypto.randomUUID())
  openMirror()
  server = chatServer([aMessage(1), aMessage(2), aMessage(3), aMessage(4)], {
    [CHANNELS]: () => (isDown ? json({}, 503) : { results: [server.channel()] }),
    // The server rejects read positions.
    [`POST /chat/channels/${KITCHEN}/read`]: () => json({}, 503),
  })
  stream = fakeStream()
  chat = new Chat(uuid)
  chat.open(KITCHEN)
  signOutSignal.now = new AbortController()
  void followStream(chat, signOutSignal.now.signal, () => 0)
  await vi.waitUntil(() => stream.requests.length === 1, LONG_TIMEOUT)
  stream.say('ready', {}, '7')
  await expectTexts('Message 1', 'Message 2', 'Message 3', 'Message 4')
})
afterEach(async () => {
  signOutSignal.now.abort()
  chat.close()
  await wipeAll()
})

const expectTexts = (...texts: string[]) =>
  vi.waitFor(() => expect(chat.thread(KITCHEN)?.messages.map(({ text }) => text)).toEqual(texts), {
    timeout: 5000,
  })
const readNote = async (name: string) => (await chat.storage()).readNote(name)

/**
 * Puts the server into the state after a restored backup: it knows only one of our messages, and a
 * new one was written since.
 */
function restoreServer() {
  server.messages.splice(1, 3, aMessage(2, { text: 'Said after the restore' }))
}

test('after the server was restored from a backup, its chat is loaded whole and waiting messages are sent', async () => {
  await (await chat.storage()).putNote('reads', { [KITCHEN]: 4 })
  await sendInOrder(KITCHEN, { text: 'Typed in a tunnel' }, 'a message')
  restoreServer()
  stream.say('resync', { whole: true }, '3.0badc0de')

  await expectTexts('Message 1', 'Said after the restore')
  expect(chat.channels()).toMatchObject([{ last_sequence: 2, read_sequence: 0, unread_count: 2 }])
  expect(pageOutbox()?.entries()).toHaveLength(1)
  await vi.waitFor(
    async () => expect(await readNote('last event')).toBe('3.0badc0de'),
    LONG_TIMEOUT,
  )
  // These sequence numbers now mean other messages.
  expect(await readNote('reads')).toEqual({})

  setOfflineCheck(() => false)
  await sendNow()
  await expectTexts('Message 1', 'Said after the restore', 'Typed in a tunnel')
  await expect.poll(() => pageOutbox()?.entries()).toEqual([])
})

test('another tab without a stream shows the same', async () => {
  const other = new Chat(chat.uuid)
  other.open(KITCHEN)
  const texts = () => other.thread(KITCHEN)?.messages.map(({ text }) => text)
  await vi.waitFor(() => expect(texts()).toHaveLength(4), LONG_TIMEOUT)
  restoreServer()
  stream.say('resync', { whole: true }, '3.0badc0de')
  await vi.waitFor(
    () => expect(texts()).toEqual(['Message 1', 'Said after the restore']),
    LONG_TIMEOUT,
  )
  other.close()
})

test('until that can be loaded, the local copy stays, and the next connection starts with it again', async () => {
  isDown = true
  restoreServer()
  stream.say('resync', { whole: true }, '3.0badc0de')
  await vi.waitFor(() => expect(stream.requests).toHaveLength(2), LONG_TIMEOUT)
  expect(stream.requests[1]?.get('Last-Event-ID')).toBe('7')
  expect(chat.thread(KITCHEN)?.messages).toHaveLength(4)
  isDown = false
  stream.say('resync', { whole: true }, '3.0badc0de')
  await expectTexts('Message 1', 'Said after the restore')
})

test('missed messages are added to the local copy', async () => {
  server.messages.push(aMessage(5))
  stream.say('resync', { whole: false }, '3000')
  await expectTexts('Message 1', 'Message 2', 'Message 3', 'Message 4', 'Message 5')
  expect(chat.channels()).toMatchObject([{ last_sequence: 5, unread_count: 5 }])
})
