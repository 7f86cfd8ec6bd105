import type { IncomingMessage, ServerResponse } from 'node:http'

/** Bodies up to this size are read to their end, so that the connection can be used again. */
const MAX_DRAINED_BYTES = 64 * 1024
/** Time for a client to read the response before the connection is closed under its body. */
const LINGER_MS = 500

/**
 * Sends `Connection: close` with a response that starts before a large body has arrived. The connection
 * cannot be used for another request then (RFC 9112, section 9.3). The rest of the body is read for a
 * moment, because a client that still writes to a closed connection may lose the response.
 */
export function closeUnread(request: IncomingMessage, response: ServerResponse) {
  if (!isLarge(request)) return
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (...args: unknown[]) => {
    if (!request.complete) response.shouldKeepAlive = false
    return writeHead(...args)
  }
  response.end = ((...args: unknown[]) => {
    if (request.complete) return end(...args)
    const [body] = args
    if (typeof body === 'string' || body instanceof Uint8Array) response.write(body)
    const close = () => {
      clearTimeout(late)
      end()
    }
    const late = setTimeout(close, LINGER_MS)
    request.once('end', close).once('close', close).resume()
    return response
  }) as typeof response.end
}

function isLarge({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined
    ? headers['transfer-encoding'] !== undefined
    : Number(length) > MAX_DRAINED_BYTES
}
