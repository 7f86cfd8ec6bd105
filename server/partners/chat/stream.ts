import type { ServerResponse } from 'node:http'
import { toEventId, type EventPosition } from './chat-events.ts'

/**
 * Formats a server-sent event without its id. JSON contains no line breaks, so the data needs only
 * one line.
 */
export const eventText = (event: string, data: unknown) =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Connection to one client. While its buffer is full, no events are written; they stay in the
 * database, and `cursor` is the last one sent. A client that does not read uses no memory.
 */
export class ChatStream {
  readonly userId: string
  readonly sessionId: string
  readonly openedAt = Date.now()
  /** Number of the last event written to the connection. */
  cursor = 0
  #epoch = ''
  readonly #response: ServerResponse
  #isBegun = false
  #isFull = false
  /** Whether the buffer was already full at the previous heartbeat. */
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

  begin(headers: Record<string, string>, { number, epoch }: EventPosition, first: string) {
    this.#response.writeHead(200, headers)
    this.#epoch = epoch
    this.tell(number, first)
    this.#isBegun = true
  }

  tell(number: number, text: string) {
    this.cursor = number
    this.#write(`id: ${toEventId({ number, epoch: this.#epoch })}\n${text}`)
  }

  /**
   * Sends a heartbeat. Cuts the connection if the client has read nothing since the previous one.
   */
  beat() {
    if (!this.#isBegun) return
    if (this.#isFull && this.#wasFull) return this.cut()
    this.#wasFull = this.#isFull
    if (!this.#isFull) this.#write(': \n\n')
  }

  /** Ends the stream regularly. The client reconnects and continues after its last event. */
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
