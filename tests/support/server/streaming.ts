import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { HEARTBEAT_MS } from '#contract/partners/chat.ts'
import { readEventStream, startConversation, type Stream } from './chatting.ts'
import { startTestServer } from './test-app.ts'

const heartbeat = () => vi.advanceTimersByTime(HEARTBEAT_MS)

/**
 * Starts a server whose heartbeats the tests trigger. Each test gets a new conversation, and its
 * streams are closed afterwards.
 */
export async function startStreamServer() {
  // These tests start servers with open connections, and the machine may be busy.
  vi.setConfig({ testTimeout: 60_000 })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const server = await startTestServer({ listen: true, connectionsPerAddress: 10_000 })
  afterAll(() => void vi.useRealTimers())
  const talk = await startConversation(server)
  beforeEach(async () => {
    Object.assign(talk, await startConversation(server))
  })
  /** Open streams of the test. */
  const streams: Stream[] = []
  afterEach(async () => {
    await Promise.all(streams.splice(0).map((stream) => stream.leave()))
  })
  /** Opens a stream and waits for its first event. */
  async function open(
    at: { origin?: string } = server,
    after?: number | string,
    token = talk.chat.token,
  ) {
    const stream = await readEventStream(at, token, after)
    streams.push(stream)
    if (stream.answer.ok) await stream.begun()
    return stream
  }
  return Object.assign(talk, { server, streams, open, heartbeat })
}
