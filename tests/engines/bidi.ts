import { once } from 'node:events'
import { WebSocket } from 'undici'

type Answer = { id?: number; type: string; result?: unknown; error?: string; message?: string }
type Callbacks = { resolve: (result: unknown) => void; reject: (error: Error) => void }

/** WebDriver BiDi connection. Each command has an id, and its answer has the same id. */
export class BiDi {
  readonly #socket: WebSocket
  readonly #unanswered = new Map<number, Callbacks>()
  #lastId = 0

  private constructor(url: string) {
    this.#socket = new WebSocket(url)
    this.#socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))))
    this.#socket.addEventListener('close', () => {
      for (const { reject } of this.#unanswered.values()) reject(new Error('The browser is gone.'))
      this.#unanswered.clear()
    })
  }

  static async connect(url: string): Promise<BiDi> {
    const connection = new BiDi(url)
    await once(connection.#socket, 'open')
    return connection
  }

  send<T>(method: string, params: object): Promise<T> {
    this.#lastId += 1
    const id = this.#lastId
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#unanswered.set(id, { resolve, reject })
    })
    this.#socket.send(JSON.stringify({ id, method, params }))
    return answer as Promise<T>
  }

  close() {
    this.#socket.close()
  }

  #receive({ id, type, result, error, message }: Answer) {
    const callbacks = id === undefined ? undefined : this.#unanswered.get(id)
    if (id === undefined || !callbacks) return
    this.#unanswered.delete(id)
    if (type === 'success') callbacks.resolve(result)
    else callbacks.reject(new Error(`${error}: ${message}`))
  }
}
