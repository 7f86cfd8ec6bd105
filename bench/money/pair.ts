import { setTimeout as sleep } from 'node:timers/promises'
import type { Process } from '#support/server/processes/process.ts'
import { toInit, type Reachable, type RequestOptions } from '#support/server/test-app.ts'
import type { World } from '../chaos/world.ts'
import { freePort } from '../support/server-process.ts'

const ANSWER_MS = 30_000
const PAUSE_MS = 50

/**
 * Servers on one database, which can be killed. A request is repeated on any of them until it is
 * answered, as the app does with its key and a shop with its order.
 */
export class Pair implements Reachable {
  /** Number of answers by status. `none`: the connection was refused or broke. */
  readonly answers = new Map<string, number>()
  kills = 0
  /** Errors logged by killed servers. */
  readonly #killedServersErrors: string[] = []
  #nextPlace = 0
  readonly #world: World
  readonly #envs: Record<string, string>[]
  readonly #servers: Process[]

  private constructor(world: World, envs: Record<string, string>[], servers: Process[]) {
    this.#world = world
    this.#envs = envs
    this.#servers = servers
  }

  static async start(world: World, env: Record<string, string>, count = 2): Promise<Pair> {
    const envs: Record<string, string>[] = []
    const { DATA_DIR = '' } = env
    for (let n = 0; n < count; n += 1) {
      const own = n === 0 ? DATA_DIR : world.folderBeside(DATA_DIR)
      envs.push({ ...env, DATA_DIR: own, PORT: String(await freePort()) })
    }
    const servers = await Promise.all(envs.map((one) => world.server(one)))
    return new Pair(world, envs, servers)
  }

  /** First server, for setup before any server is killed. */
  get first(): Process {
    return this.#at(0)
  }

  #at(place: number): Process {
    const server = this.#servers[place % this.#servers.length]
    if (!server) throw new Error('no server')
    return server
  }

  /**
   * Sends a request until it is answered. Without an answer it tries the next server at once, like
   * a proxy. After all servers have failed it waits.
   */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const response = await this.#send(method, path, options)
      const status = String(response?.status ?? 'none')
      this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
      if (response && response.status < 500 && response.status !== 429) return response
      if (response || tries % this.#servers.length === 0) await sleep(PAUSE_MS)
    }
  }

  /** Sends a request once. Returns undefined without a complete answer. */
  async #send(method: string, path: string, options: RequestOptions) {
    const { origin } = this.#at((this.#nextPlace += 1))
    try {
      const init = { ...toInit(method, options), signal: AbortSignal.timeout(ANSWER_MS) }
      const response = await fetch(origin.replace('localhost', '127.0.0.1') + path, init)
      await response.clone().arrayBuffer()
      return response
    } catch {
      return undefined
    }
  }

  /** Kills a server with `kill -9` and starts a new one in its place. */
  async kill(place: number): Promise<void> {
    const server = this.#at(place)
    server.kill('SIGKILL')
    this.kills += 1
    await server.exit()
    this.#killedServersErrors.push(...errorsIn(server))
    const index = place % this.#servers.length
    this.#servers[index] = await this.#world.server(this.#envs[index] ?? {})
  }

  /** Returns all logged errors without their times. */
  loggedErrors(): string[] {
    return [...this.#killedServersErrors, ...this.#servers.flatMap(errorsIn)]
  }
}

const errorsIn = ({ output }: Process): string[] =>
  `${output.out}\n${output.err}`
    .split('\n')
    .filter((line) => line.includes('"level":"error"'))
    .map((line) => line.replace(/"at":"[^"]*",?/, ''))
