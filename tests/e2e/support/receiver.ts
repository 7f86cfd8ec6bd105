import { Webhook } from 'standardwebhooks'
import { startMessageServer, type Message } from '#support/server/hosts/message-server.ts'

/** Starts a program on this machine that receives webhooks and answers with `status`. */
export async function startReceiver() {
  const messages: Message[] = []
  const state = { status: 200 }
  const { origin, stop } = await startMessageServer((response, message) => {
    messages.push(message)
    response.writeHead(state.status, { 'content-type': 'text/plain' }).end('thanks')
  })
  return {
    url: `${origin}/split`,
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
    stop,
  }
}
