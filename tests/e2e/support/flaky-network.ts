import { once } from 'node:events'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { isServerSurface } from '#contract/surfaces.ts'
import { RunningServer } from './running-server.ts'

/** A request that passes through. `pathname` has no query. */
export type Passing = { method: string; pathname: string; search: string; headers: Headers }

/** Decision of a rule about a request. Undefined forwards the request to the server. */
type Answer = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
type Verdict = 'hold' | 'drop' | 'lose-answer' | Answer
export type Rule = (passing: Passing) => Verdict | undefined | Promise<Verdict | undefined>

/**
 * A proxy between browser and server that tests can disturb. It can hold requests forever, drop
 * them, lose answers, or answer itself like a captive portal. Unlike stubs in the page, it also
 * affects requests of the service worker.
 */
export class FlakyNetwork {
  readonly #server = createServer((request, response) => void this.#pass(request, response))
  readonly #held = new Set<ServerResponse>()
  #rules: Rule[] = []
  /** All requests in order of arrival. */
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

  /** Starts a server behind this proxy. The address of the proxy is its public origin. */
  async open(env: Record<string, string> = {}): Promise<RunningServer> {
    this.#target = await RunningServer.start({ APP_ORIGIN: this.origin, ...env })
    return this.#target
  }

  #target: RunningServer | undefined

  /** Client address sent with the next requests, for a server that trusts this proxy. */
  from: string | undefined

  /**
   * Server whose build answers requests for screens and files, instead of the server behind this
   * proxy.
   */
  release: RunningServer | undefined

  /** Adds a rule. Newer rules come first. */
  rule(rule: Rule) {
    this.#rules.unshift(rule)
  }

  /** Removes all rules and recorded requests, and closes the held requests. */
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

/**
 * Returns true for screens and files of the build, which are not part of the server's own routes.
 */
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

/** Returns true for requests to the API, from the page or the worker. */
export const isApi = ({ pathname }: Passing) => /^\/v[12]\//.test(pathname)
