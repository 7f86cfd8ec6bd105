import type { ServerResponse } from 'node:http'
import { toEventId, type EventPlace } from './chat-events.ts'

/** One event without its id, as the format wants it: JSON has no line breaks of its own. */
export const eventText = (event: string, data: unknown) =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * One reader. What it does not take at once it is not given more of: the rest waits in the database, and
 * `cursor` says from where. So a reader that never reads costs no memory.
 */
export class ChatStream {
  readonly userId: string
  readonly sessionId: string
  readonly openedAt = Date.now()
  /** Number of the last event that was handed to the connection. */
  cursor = 0
  #epoch = ''
  readonly #response: ServerResponse
  #isBegun = false
  #isFull = false
  /** It was full at the heartbeat before. */
  #wasFull = false

  constructor(
    response: ServerResponse,
    { userId, sessionId }: { userId: string; sessionId: string },
    onRoom: () => void,
  ) {
    this.userId = userId
    this.sessionId = sessionId
    this.#response = response
    response.on('drain', () => {
      this.#isFull = false
      this.#wasFull = false
      onRoom()
    })
  }

  get takesMore() {
    return this.#isBegun && !this.#isFull && !this.#response.destroyed
  }

  begin(headers: Record<string, string>, { number, epoch }: EventPlace, first: string) {
    this.#response.writeHead(200, headers)
    this.#epoch = epoch
    this.tell(number, first)
    this.#isBegun = true
  }

  tell(number: number, text: string) {
    this.cursor = number
    this.#write(`id: ${toEventId({ number, epoch: this.#epoch })}\n${text}`)
  }

  /** A sign of life on the way; who has taken nothing since the one before has gone, or never reads. */
  beat() {
    if (!this.#isBegun) return
    if (this.#isFull && this.#wasFull) return this.cut()
    this.#wasFull = this.#isFull
    if (!this.#isFull) this.#write(': \n\n')
  }

  /** Ends it in order; the reader comes again and goes on where it was. */
  end() {
    if (this.#isFull) this.cut()
    else if (this.#isBegun) this.#response.end()
  }

  cut() {
    this.#response.destroy()
  }

  #write(text: string) {
    if (this.#response.destroyed || this.#response.writableEnded) return
    if (!this.#response.write(text)) this.#isFull = true
  }
}
