import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { HEARTBEAT_MS, MAX_STREAMS } from '#contract/chat.ts'
import {
  bearer,
  brandFor,
  chatterOf,
  fillChannel,
  listenTo,
  type Chatter,
  type Stream,
} from '#support/server/chatting.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

// Whole servers with open connections, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let ana: Person
let chat: Chatter
let brand: Awaited<ReturnType<typeof brandFor>>
const streams: Stream[] = []
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await createTestServer({ listen: true, connectionsPerAddress: 10_000 })
})
afterAll(async () => {
  vi.useRealTimers()
  await server.stop()
})
beforeEach(async () => {
  ana = await signUp(server)
  chat = await chatterOf(server, ana)
  brand = await brandFor(server, chat)
})
afterEach(async () => {
  await Promise.all(streams.splice(0).map((stream) => stream.leave()))
})

async function open(at: TestServer = server, after?: number | string, token = chat.token) {
  const stream = await listenTo(at, token, after)
  streams.push(stream)
  if (stream.answer.ok) await stream.begun()
  return stream
}

const heartbeat = () => vi.advanceTimersByTime(HEARTBEAT_MS)
const isOpen = async () =>
  (await server.deps.sql`select 1 from chat_streams where user_id = ${ana.uuid}`).length > 0

describe('too many of them', () => {
  test('of one person are refused, politely, and nobody else’s', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const stream = await listenTo(server, chat.token)
        streams.push(stream)
        return stream.answer
      }),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(200 - MAX_STREAMS)
    expect(Number(refused[0]?.headers.get('Retry-After'))).toBeGreaterThan(0)
    const bob = await chatterOf(server, await signUp(server))
    expect((await open(server, undefined, bob.token)).answer.status).toBe(200)
  })

  test('those that left make room', async () => {
    for (let n = 0; n < MAX_STREAMS; n += 1) await open()
    expect((await listenTo(server, chat.token)).answer.status).toBe(429)
    await streams.pop()?.leave()
    await vi.waitFor(async () => {
      const next = await listenTo(server, chat.token)
      streams.push(next)
      expect(next.answer.status).toBe(200)
    })
  })

  test('one that is a minute old makes room for who comes again', async () => {
    const [oldest] = [await open()]
    for (let n = 1; n < MAX_STREAMS; n += 1) await open()
    // The clock alone: the server's own timers were made by the one of this file.
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
    const next = await listenTo(server, chat.token)
    now.mockRestore()
    streams.push(next)
    expect(next.answer.status).toBe(200)
    await oldest.ended
  })
})

test('a reader that never reads is given no more than fits, and cut off', async () => {
  const { port } = new URL(server.origin!)
  const socket = connect(Number(port), 'localhost')
  socket.on('error', () => {})
  const after = (await open()).lastId()
  await streams.pop()?.leave()
  // More than the system takes between two ends of a connection.
  for (let lot = 0; lot < 9; lot += 1) await fillChannel(server, brand.channel, 100, 12_000)
  socket.write(
    `GET /chat/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${chat.token}\r\n` +
      `Last-Event-ID: ${after}\r\n\r\n`,
  )
  socket.pause()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await vi.waitFor(async () => expect(await isOpen()).toBe(true), { timeout: 15_000 })
  // Others are served meanwhile, and at last it is missed.
  await vi.waitFor(
    async () => {
      heartbeat()
      expect(await isOpen()).toBe(false)
    },
    { timeout: 30_000, interval: 500 },
  )
  socket.resume()
  await closed
  // What it has not taken, it finds when it comes again.
  const again = await open(server, after)
  await again.has(50)
  expect(again.told()[0]?.data['sequence']).toBe(1)
})

test('without a connection that can be kept open there is none', async () => {
  const answer = await server.app.request('/chat/events', { headers: bearer(chat.token) })
  expect(answer.status).toBe(503)
  expect((await server.app.request(`/chat/events?x=${randomUUID()}`)).status).toBe(401)
})
