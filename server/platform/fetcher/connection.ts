import { Agent, request } from 'undici'
import { guardedLookup, type IsAllowed } from './address-guard.ts'
import { parseForeignUrl } from './foreign-url.ts'
import { headerOf } from './response-headers.ts'
import { limitTime } from './time-limit.ts'

export type PostAnswer = {
  status: number
  contentType: string
  /** Unparsed `Retry-After` header. */
  retryAfter: string | undefined
  body: Buffer
}

export type Sending = {
  method: 'GET' | 'POST'
  /** Path with query, on the origin of the connection. */
  path: string
  body?: string
  headers: Record<string, string>
}

/** Connection to one address for many messages. */
export type Connection = {
  /**
   * Sends JSON to the address and returns the answer with any status. Redirects are not followed.
   * Rejects if the address is blocked or does not answer in time.
   */
  post(body: string, headers: Record<string, string>): Promise<PostAnswer>
  /** Sends a request to another path of the same origin, like `post`. */
  send(sending: Sending): Promise<PostAnswer>
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
  async function send({ method, path, body, headers }: Sending): Promise<PostAnswer> {
    const limit = limitTime(timeoutMs, signal)
    try {
      const answer = await request(url.origin + path, {
        dispatcher,
        method,
        signal: limit.signal,
        headers: {
          'content-type': 'application/json',
          'user-agent': userAgent,
          'accept-encoding': 'identity',
          ...headers,
        },
        body: body ?? null,
      })
      return {
        status: answer.statusCode,
        contentType: headerOf(answer.headers, 'content-type') ?? '',
        retryAfter: headerOf(answer.headers, 'retry-after'),
        body: await readStart(answer.body, maxBytes),
      }
    } finally {
      limit.end()
    }
  }
  const ownPath = url.pathname + url.search
  return {
    post: (body, headers) => send({ method: 'POST', path: ownPath, body, headers }),
    send,
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
