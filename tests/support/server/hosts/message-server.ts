import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/** Request with its whole body. */
export type Message = { path: string; headers: IncomingHttpHeaders; body: string }

/** Starts a program on this machine that reads whole requests and answers each with `answer`. */
export async function startMessageServer(
  answer: (response: ServerResponse, message: Message) => void,
) {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () =>
      answer(response, {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
