import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { listenLocally } from './listen.ts'

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
  const { origin, stop } = await listenLocally(server)
  return { origin, stop }
}
