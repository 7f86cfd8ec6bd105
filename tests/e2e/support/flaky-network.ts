import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { isServerSurface } from '#contract/surfaces.ts'
import { RunningServer } from './running-server.ts'

/** One request as it passes; `pathname` without the query. */
export type Passing = { method: string; pathname: string; search: string; headers: Headers }

/** What a rule makes of a request; nothing means that it goes on to the server. */
type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
type Verdict = 'hold' | 'drop' | 'lose-answer' | Answer
export type Rule = (passing: Passing) => Verdict | undefined | Promise<Verdict | undefined>

/**
 * The network between the browser and the server, which tests may spoil: it holds requests for ever,
 * drops them, loses answers, or answers itself as a captive portal would. Unlike stubs in the page it
 * stands in the way of the service worker too.
 */
export class FlakyNetwork {
  readonly #server = createServer((request, response) => void this.#pass(request, response))
  readonly #held = new Set<ServerResponse>()
  #rules: Rule[] = []
  /** Every request that came, in order. */
  seen: Passing[] = []

  private constructor() {}

  static async start(): Promise<FlakyNetwork> {
    const front = new FlakyNetwork()
    front.#server.listen(0, '127.0.0.1')
    await once(front.#server, 'listening')
    return front
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    return address.port
  }

  get origin() {
    return `http://localhost:${this.port}`
  }

  /** A server behind this front, which people know by the front's address. */
  async open(env: Record<string, string> = {}): Promise<RunningServer> {
    this.#target = await RunningServer.start({ APP_ORIGIN: this.origin, ...env })
    return this.#target
  }

  #target: RunningServer | undefined

  /** Where the next requests are said to come from, to a server that trusts this front. */
  from: string | undefined

  /** Whose build is answered in place of that of the server behind, from one request to the next. */
  release: RunningServer | undefined

  /** The newest rule is asked first. */
  rule(rule: Rule) {
    this.#rules.unshift(rule)
  }

  /** Lets everything through again; what was held is given up. */
  clear() {
    this.#rules = []
    this.seen = []
    for (const response of this.#held) response.destroy()
    this.#held.clear()
  }

  async stop() {
    this.clear()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
    await this.#target?.remove()
  }

  async #pass(request: IncomingMessage, response: ServerResponse) {
    const { pathname, search } = new URL(request.url ?? '/', this.origin)
    const headers = new Headers(Object.entries(request.headers).map(([k, v]) => [k, String(v)]))
    const passing = { method: request.method ?? 'GET', pathname, search, headers }
    this.seen.push(passing)
    for (const rule of this.#rules) {
      const verdict = await rule(passing)
      if (verdict !== undefined) return this.#obey(verdict, request, response)
    }
    this.#forward(request, response, false)
  }

  #obey(verdict: Verdict, request: IncomingMessage, response: ServerResponse) {
    if (verdict === 'hold') this.#held.add(response)
    else if (verdict === 'drop') response.destroy()
    else if (verdict === 'lose-answer') this.#forward(request, response, true)
    else response.writeHead(verdict.status ?? 200, verdict.headers).end(verdict.body ?? '')
  }

  #forward(request: IncomingMessage, response: ServerResponse, lost: boolean) {
    const { method, url, headers } = request
    const server = this.release && isOfBuild(url) ? this.release : this.#target
    const onward = ask({
      port: server?.port,
      host: '127.0.0.1',
      method,
      path: url,
      headers: { ...headers, ...(this.from !== undefined && { 'x-forwarded-for': this.from }) },
    })
    onward.on('response', (answer) => {
      if (lost) {
        answer.resume().on('end', () => response.destroy())
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }
}

/** A screen, or a file of the build: everything but what the server itself has to say. */
function isOfBuild(url = '/') {
  const [pathname = '/'] = url.split('?')
  return !isServerSurface(pathname) || /^\/(assets|fonts|icons)\/|^\/[^/]+\.\w+$/.test(pathname)
}

export const html = (body: string): Answer => ({
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body,
})

export const json = (
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): Answer => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Our own API, whichever worker or page asks. */
export const isApi = ({ pathname }: Passing) => /^\/v[12]\//.test(pathname)
