import type { Worker } from 'node:cluster'
import type { FromWorker, ToWorker } from './messages.ts'
import { createWindowCounts } from './window-counts.ts'

/** Maximum time to collect answers, longer than the asking process waits. */
const COLLECT_MS = 3000

/** Question that waits for answers. */
type Round = {
  from: Worker
  id: number
  left: Set<Worker>
  values: unknown[]
  timer: NodeJS.Timeout
}

/** Passes questions and answers between the worker processes, and counts for all of them. */
export class Relay {
  readonly #workers = new Set<Worker>()
  readonly #rounds = new Map<number, Round>()
  readonly #count = createWindowCounts()
  #lastRound = 0

  /** Adds a process that can answer. It leaves when it ends. */
  join(worker: Worker) {
    this.#workers.add(worker)
    worker.on('message', (message: FromWorker) => this.#receive(worker, message))
    // A process that is killed while it receives a connection only exits and does not disconnect.
    for (const event of ['disconnect', 'exit']) worker.once(event, () => this.#leave(worker))
  }

  #receive(worker: Worker, message: FromWorker) {
    if (message.type === 'ask') this.#begin(worker, message)
    else if (message.type === 'answer') this.#take(worker, message.id, message.value)
    else {
      const { id, key, endsAt } = message
      tell(worker, { type: 'counted', id, window: this.#count(key, endsAt) })
    }
  }

  #begin(from: Worker, { id, question }: Extract<FromWorker, { type: 'ask' }>) {
    this.#lastRound += 1
    const number = this.#lastRound
    const left = new Set([...this.#workers].filter((one) => one !== from))
    const timer = setTimeout(() => this.#end(number), COLLECT_MS)
    this.#rounds.set(number, { from, id, left, values: [], timer })
    for (const other of left) tell(other, { type: 'question', id: number, question })
    if (left.size === 0) this.#end(number)
  }

  #take(worker: Worker, number: number, value: unknown) {
    const round = this.#rounds.get(number)
    if (!round?.left.delete(worker)) return
    if (value !== undefined) round.values.push(value)
    if (round.left.size === 0) this.#end(number)
  }

  #end(number: number) {
    const round = this.#rounds.get(number)
    if (!round) return
    this.#rounds.delete(number)
    clearTimeout(round.timer)
    tell(round.from, { type: 'answers', id: round.id, values: round.values })
  }

  #leave(worker: Worker) {
    this.#workers.delete(worker)
    for (const number of this.#rounds.keys()) this.#take(worker, number, undefined)
  }
}

/** Sends a message. Ignores a process that has just ended. */
export function tell(worker: Worker, message: ToWorker) {
  if (worker.isConnected()) worker.send(message, () => {})
}
