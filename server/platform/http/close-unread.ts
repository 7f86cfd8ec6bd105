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
  const isUnread = () => !request.complete && isLarge(request)
  const { writeHead, end } = response
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    if (isUnread()) response.shouldKeepAlive = false
    return writeHead.apply(response, args)
  }) as typeof writeHead
  response.end = ((...args: Parameters<typeof end>) => {
    if (!isUnread()) return end.apply(response, args)
    const [body] = args as unknown[]
    if (typeof body === 'string' || body instanceof Uint8Array) response.write(body)
    const close = () => {
      clearTimeout(late)
      end.call(response)
    }
    const late = setTimeout(close, LINGER_MS)
    request.once('end', close).once('close', close).resume()
    return response
  }) as typeof end
}

function isLarge({ headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return length === undefined
    ? headers['transfer-encoding'] !== undefined
    : Number(length) > MAX_DRAINED_BYTES
}
