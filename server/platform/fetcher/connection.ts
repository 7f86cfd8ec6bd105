import { Agent, request } from 'undici'
import { guardedLookup, type IsAllowed } from './address-guard.ts'
import { parseForeignUrl } from './foreign-url.ts'
import { headerOf } from './response-headers.ts'
import { limitTime } from './time-limit.ts'

export type PostAnswer = { status: number; contentType: string; body: Buffer }

/** Connection to one address for many messages. */
export type Connection = {
  /**
   * Sends JSON and returns the answer with any status. Redirects are not followed. Rejects if the
   * address is blocked or does not answer in time.
   */
  post(body: string, headers: Record<string, string>): Promise<PostAnswer>
  close(): void
}

type Options = {
  isAllowed: IsAllowed
  userAgent: string
  /** Maximum number of sockets. */
  sockets: number
  /** Maximum time for a message and its answer, in milliseconds. */
  timeoutMs: number
  /** Maximum number of bytes of an answer that are read. */
  maxBytes: number
  signal: AbortSignal
}

/**
 * Opens a connection with the address rules of the guarded fetcher. It keeps its sockets open, so
 * that many messages need one name lookup and one handshake per socket.
 *
 * @throws FetchFailure if the address is not allowed.
 */
export function openConnection(address: string, options: Options): Connection {
  const { isAllowed, userAgent, sockets, timeoutMs, maxBytes, signal } = options
  const url = parseForeignUrl(address, isAllowed)
  const dispatcher = new Agent({
    connect: { lookup: guardedLookup(isAllowed), timeout: timeoutMs },
    connections: sockets,
    pipelining: 1,
  })
  return {
    async post(body, headers) {
      const limit = limitTime(timeoutMs, signal)
      try {
        const answer = await request(url, {
          dispatcher,
          method: 'POST',
          signal: limit.signal,
          headers: {
            'content-type': 'application/json',
            'user-agent': userAgent,
            'accept-encoding': 'identity',
            ...headers,
          },
          body,
        })
        const contentType = headerOf(answer.headers, 'content-type') ?? ''
        const start = await readStart(answer.body, maxBytes)
        return { status: answer.statusCode, contentType, body: start }
      } finally {
        limit.end()
      }
    },
    close: () => void dispatcher.destroy().catch(() => {}),
  }
}

/** Reads the start of an answer. An error while reading does not change the status. */
async function readStart(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      if (size >= maxBytes) break
    }
  } catch {
    // The part that arrived is logged.
  }
  return Buffer.concat(chunks)
}
