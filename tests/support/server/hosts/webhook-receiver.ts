import type { ServerResponse } from 'node:http'
import { beforeEach, vi } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { forThisFile } from '../for-this-file.ts'
import { startMessageServer, type Message } from './message-server.ts'

export type ReceivedEvent = {
  type: string
  timestamp: string
  sequence: number
  data: Record<string, unknown>
}
export type ReceivedMessage = Message & { event: ReceivedEvent }
type Answering = (response: ServerResponse, message: ReceivedMessage) => void

const accept: Answering = (response) => void response.writeHead(204).end()

/** Starts a program that receives webhooks on this machine. */
export async function startReceiver() {
  const received: ReceivedMessage[] = []
  let answer = accept
  const { origin, stop } = await startMessageServer((response, sent) => {
    const message = { ...sent, event: JSON.parse(sent.body) as ReceivedEvent }
    received.push(message)
    answer(response, message)
  })
  const receivedBy = ({ uuid }: { uuid: string }) =>
    received.filter(({ path }) => path === `/${uuid}`)
  return {
    /** Returns an address of its own for each owner, so that retries of others do not disturb. */
    urlFor: ({ uuid }: { uuid: string }) => `${origin}/${uuid}`,
    /** Returns the messages that arrived for an owner. */
    receivedBy,
    /** Sets how the next messages are answered. */
    answerWith(next: Answering = accept) {
      answer = next
    },
    /** Waits for messages for an owner and returns them. */
    async messages(owner: { uuid: string }, count: number): Promise<ReceivedMessage[]> {
      const found = () => receivedBy(owner)
      await vi.waitFor(
        () => {
          if (found().length < count) throw new Error(`${found().length} of ${count} messages`)
        },
        { timeout: 30_000, interval: 20 },
      )
      return found()
    },
    stop,
  }
}

/** Starts a receiver for the tests of one file. It accepts everything at the start of each test. */
export async function receiverForThisFile() {
  const receiver = await forThisFile(startReceiver())
  beforeEach(() => receiver.answerWith())
  return receiver
}

/** Checks the signature as receivers do, and returns the event. Throws if it is wrong. */
export const verified = (secret: string, { body, headers }: ReceivedMessage): ReceivedEvent =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as ReceivedEvent
