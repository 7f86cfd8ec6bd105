import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, test, vi } from 'vitest'
import { MAX_STREAMS } from '#contract/partners/chat.ts'
import {
  bearer,
  addBrandChannel,
  createChatter,
  fillChannel,
  readEventStream,
} from '#support/server/chatting.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer } from '#support/server/test-app.ts'
import { startStreamServer } from '#support/server/streaming.ts'

const on = await startStreamServer()
const { server, streams, open, heartbeat } = on

const TRIES = 5000
/** Maximum number of simultaneous connections of one IP address. */
const AT_ONCE = 200

/** Opens streams simultaneously. Returns the refused responses, read to their end. */
async function openMany(count: number): Promise<Response[]> {
  const all = await Promise.all(
    Array.from({ length: count }, () => readEventStream(server, on.chat.token)),
  )
  streams.push(...all.filter(({ answer }) => answer.ok))
  const refused = all.map(({ answer }) => answer).filter(({ ok }) => !ok)
  await Promise.all(refused.map((answer) => answer.text()))
  return refused
}

const isOpen = async () =>
  (await server.deps.sql`select 1 from chat_streams where user_id = ${on.ana.uuid}`).length > 0

describe('too many streams', () => {
  test('of one person are refused with 429, others are not affected: 20 of 5,000 are open', async () => {
    const bob = await createChatter(server, await signUp(server))
    const bobs = await addBrandChannel(server, bob)
    const neighbour = await open(server, undefined, bob.token)
    for (let lot = 0; lot < TRIES / AT_ONCE; lot += 1) {
      const refused = await openMany(AT_ONCE)
      expect(refused).toHaveLength(lot > 0 ? AT_ONCE : AT_ONCE - MAX_STREAMS)
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
      for (const { headers } of refused) expect(Number(headers.get('Retry-After'))).toBe(60)
    }
    // Streams that were open before the limit get each message exactly once, and so does another
    // user's stream.
    const theirs = streams.filter((stream) => stream !== neighbour)
    expect(theirs).toHaveLength(MAX_STREAMS)
    await Promise.all([on.brand.says('to Ana'), bobs.says('to Bob')])
    await Promise.all(streams.map((stream) => stream.has(1)))
    expect(theirs.map((stream) => stream.texts())).toEqual(theirs.map(() => ['to Ana']))
    expect(neighbour.texts()).toEqual(['to Bob'])
    expect((await open(server, undefined, bob.token)).answer.status).toBe(200)
  })

  test('are counted per server', async () => {
    await openMany(MAX_STREAMS + 1)
    const other = await createTestServer({ sharedServer: server, listen: true })
    const there = await open(other)
    expect(there.answer.status).toBe(200)
    await on.brand.says('everywhere')
    await Promise.all(streams.map((stream) => stream.has(1)))
    await there.leave()
    await other.stop()
  })

  test('can be replaced after one was closed', async () => {
    for (let n = 0; n < MAX_STREAMS; n += 1) await open()
    expect((await readEventStream(server, on.chat.token)).answer.status).toBe(429)
    await streams.pop()?.leave()
    await vi.waitFor(async () => {
      const next = await readEventStream(server, on.chat.token)
      streams.push(next)
      expect(next.answer.status).toBe(200)
    })
  })

  test('are made room for by closing one that is a minute old', async () => {
    const [oldest] = [await open()]
    for (let n = 1; n < MAX_STREAMS; n += 1) await open()
    // Only the clock moves. The intervals of the server are fake timers, which stand still.
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
    const next = await readEventStream(server, on.chat.token)
    now.mockRestore()
    streams.push(next)
    expect(next.answer.status).toBe(200)
    await oldest.ended
  })
})

test('a client that never reads is disconnected when its buffers are full', async () => {
  const { port } = new URL(server.origin!)
  const socket = connect(Number(port), 'localhost')
  socket.on('error', () => {})
  const after = (await open()).lastId()
  await streams.pop()?.leave()
  // More than the socket buffers of both sides can hold.
  for (let lot = 0; lot < 9; lot += 1) await fillChannel(server, on.brand.channel, 100, 12_000)
  socket.write(
    `GET /chat/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${on.chat.token}\r\n` +
      `Last-Event-ID: ${after}\r\n\r\n`,
  )
  socket.pause()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await vi.waitFor(async () => expect(await isOpen()).toBe(true), { timeout: 15_000 })
  // Other clients are served in the meantime. Finally the server detects the stalled client.
  await vi.waitFor(
    async () => {
      heartbeat()
      expect(await isOpen()).toBe(false)
    },
    { timeout: 30_000, interval: 500 },
  )
  socket.resume()
  await closed
  // After reconnecting, the client gets the messages that it missed.
  const again = await open(server, after)
  await again.has(50)
  expect(again.told()[0]?.data['sequence']).toBe(1)
})

test('a stream needs a connection that can be kept open', async () => {
  const answer = await server.app.request('/chat/events', { headers: bearer(on.chat.token) })
  expect(answer.status).toBe(503)
  expect((await server.app.request(`/chat/events?x=${randomUUID()}`)).status).toBe(401)
})
