import { withTimeout } from '../with-timeout.ts'
import type { FromWorker, Question, ToWorker } from './messages.ts'
import { createWindowCounts, type WindowCount } from './window-counts.ts'

/** Maximum time to wait for the other processes. One that hangs must not hold up a request. */
const ANSWER_MS = 2000

/** Access of one process to the others of the same server. */
export type Siblings = {
  /** Number of this process, from 1. */
  readonly number: number
  /** Number of all processes of this server. */
  readonly count: number
  /** Asks all other processes. Returns the answers of those that gave one in time. */
  ask(question: Question): Promise<unknown[]>
  /** Sets how this process answers. */
  answer(question: Question, handler: () => Promise<unknown>): void
  /** Counts an event of all processes together (server/platform/processes/window-counts.ts). */
  countInWindow(key: string, endsAt: number): Promise<WindowCount>
}

/** Creates the access for a server with a single process. */
export function noSiblings(): Siblings {
  const count = createWindowCounts()
  return {
    number: 1,
    count: 1,
    ask: async () => [],
    answer: () => {},
    countInWindow: async (key, endsAt) => count(key, endsAt),
  }
}

type Channel = {
  send(message: FromWorker): void
  onMessage(handler: (message: ToWorker) => void): void
}

/** Creates the access for a worker process. All messages go through the parent process. */
export function createSiblings(
  { number, count }: Pick<Siblings, 'number' | 'count'>,
  channel: Channel,
): Siblings {
  const handlers = new Map<Question, () => Promise<unknown>>()
  const waiting = new Map<number, (reply: ToWorker) => void>()
  /** Counts by itself if the parent process does not reply. */
  const countHere = createWindowCounts()
  let lastId = 0

  channel.onMessage((message) => {
    if (message.type === 'question') void reply(message.id, message.question)
    else if (message.type !== 'stop') waiting.get(message.id)?.(message)
  })

  async function reply(id: number, question: Question) {
    const value = await handlers
      .get(question)?.()
      .catch(() => undefined)
    channel.send({ type: 'answer', id, value })
  }

  async function request(message: (id: number) => FromWorker): Promise<ToWorker | null> {
    lastId += 1
    const id = lastId
    const replied = new Promise<ToWorker>((resolve) => waiting.set(id, resolve))
    channel.send(message(id))
    const result = await withTimeout(ANSWER_MS, replied, null)
    waiting.delete(id)
    return result
  }

  return {
    number,
    count,
    async ask(question) {
      const result = await request((id) => ({ type: 'ask', id, question }))
      return result?.type === 'answers' ? result.values : []
    },
    answer: (question, handler) => void handlers.set(question, handler),
    async countInWindow(key, endsAt) {
      const result = await request((id) => ({ type: 'count', id, key, endsAt }))
      return result?.type === 'counted' ? result.window : countHere(key, endsAt)
    },
  }
}
