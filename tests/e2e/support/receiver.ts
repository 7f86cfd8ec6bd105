import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'

type Message = { body: string; headers: IncomingHttpHeaders }

/** Starts a program on this machine that receives webhooks and answers with `status`. */
export async function startReceiver() {
  const messages: Message[] = []
  const state = { status: 200 }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      messages.push({ body: Buffer.concat(parts).toString(), headers: request.headers })
      response.writeHead(state.status, { 'content-type': 'text/plain' }).end('thanks')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/split`,
    messages,
    /** Sets the status of the next answers. */
    answerWith: (status: number) => void (state.status = status),
    /**
     * Returns the type of the newest event, whose signature is checked with the secret as receivers
     * do.
     */
    newest(secret: string): string {
      const message = messages.at(-1)
      if (!message) throw new Error('nothing was received')
      const headers = message.headers as Record<string, string>
      return (new Webhook(secret).verify(message.body, headers) as { type: string }).type
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
