import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'

/** Open streams, read with little overhead: messages are counted but not stored. */
export class Readers {
  readonly #agent = new Agent({ keepAlive: false, maxSockets: Infinity })
  readonly #streams: IncomingMessage[] = []
  readonly #heard = new Map<number, () => void>()
  #count = 0
  #waiting: { until: number; resolve: () => void } | undefined

  async open(origin: string, many: { path: string; token?: string }[]): Promise<void> {
    for (let n = 0; n < many.length; n += 50) {
      const opening = many
        .slice(n, n + 50)
        .map((one, index) => this.#openOne(origin, one, n + index))
      await Promise.all(opening)
    }
  }

  async #openOne(origin: string, { path, token }: { path: string; token?: string }, who: number) {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
    const asking = request(origin + path, { agent: this.#agent, headers })
    asking.end()
    const [stream] = (await once(asking, 'response')) as [IncomingMessage]
    if (stream.statusCode !== 200)
      throw new Error(`The stream was not opened: ${stream.statusCode}`)
    this.#streams.push(stream)
    stream.setEncoding('latin1')
    stream.on('error', () => {})
    await new Promise<void>((resolve) =>
      stream.on('data', (text: string) => {
        resolve()
        for (let at = 0; (at = text.indexOf('event: message', at) + 1) > 0;) this.#hear(who)
      }),
    )
  }

  #hear(who: number) {
    this.#count += 1
    this.#heard.get(who)?.()
    if (this.#waiting && this.#count >= this.#waiting.until) {
      this.#waiting.resolve()
      this.#waiting = undefined
    }
  }

  /** Resolves when this many more messages have arrived on any stream. */
  next(messages: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting = { until: this.#count + messages, resolve }
    })
  }

  /** Resolves when the next message has arrived on this stream. */
  nextOf(who: number): Promise<void> {
    return new Promise((resolve) => {
      this.#heard.set(who, () => {
        this.#heard.delete(who)
        resolve()
      })
    })
  }

  close() {
    for (const stream of this.#streams) stream.destroy()
    this.#agent.destroy()
  }
}
