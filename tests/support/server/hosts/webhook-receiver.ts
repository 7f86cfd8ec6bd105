import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { vi } from 'vitest'
import { Webhook } from 'standardwebhooks'

export type ReceivedEvent = {
  type: string
  timestamp: string
  sequence: number
  data: Record<string, unknown>
}
export type ReceivedMessage = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  event: ReceivedEvent
}
type Answering = (response: ServerResponse, message: ReceivedMessage) => void

const accept: Answering = (response) => void response.writeHead(204).end()

/** Starts a program that receives webhooks on this machine. */
export async function startReceiver() {
  const received: ReceivedMessage[] = []
  let answer = accept
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const event = JSON.parse(body) as ReceivedEvent
      const message = { path: request.url ?? '', headers: request.headers, body, event }
      received.push(message)
      answer(response, message)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    /** Returns an address of its own for each owner, so that retries of others do not disturb. */
    urlFor: ({ uuid }: { uuid: string }) => `http://127.0.0.1:${address.port}/${uuid}`,
    /** Returns the messages that arrived for an owner. */
    receivedBy: ({ uuid }: { uuid: string }) => received.filter(({ path }) => path === `/${uuid}`),
    /** Sets how the next messages are answered. */
    answerWith(next: Answering = accept) {
      answer = next
    },
    /** Waits for messages for an owner and returns them. */
    async messages({ uuid }: { uuid: string }, count: number): Promise<ReceivedMessage[]> {
      const found = () => received.filter(({ path }) => path === `/${uuid}`)
      await vi.waitFor(
        () => {
          if (found().length < count) throw new Error(`${found().length} of ${count} messages`)
        },
        { timeout: 30_000, interval: 20 },
      )
      return found()
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Checks the signature as receivers do, and returns the event. Throws if it is wrong. */
export const verified = (secret: string, { body, headers }: ReceivedMessage): ReceivedEvent =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as ReceivedEvent
