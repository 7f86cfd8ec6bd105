import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCluster } from '../../server/db/embedded/cluster.ts'
import { findPlaces } from '../../server/db/embedded/places.ts'
import { freePort } from '../support/server-process.ts'
import { isRunning, secondsUntil, withSql, type World } from './world.ts'

/** A PostgreSQL beside the server, as DATABASE_URL names it: on a port of its own, stopped and started at will. */
export class Postgres {
  readonly #folder: string
  readonly #port: number
  readonly #more: string[]
  #child: ChildProcess | undefined

  private constructor(folder: string, port: number, more: string[]) {
    this.#folder = folder
    this.#port = port
    this.#more = more
  }

  /** `more`: settings that count more than those it has anyway. */
  static async start(world: World, more: string[] = []): Promise<Postgres> {
    const postgres = new Postgres(world.folder(), await freePort(), more)
    world.onClose(() => postgres.end('SIGINT'))
    await postgres.start()
    await withSql({ url: postgres.#urlOf('postgres') }, (sql) => sql`create database split`)
    return postgres
  }

  get url() {
    return this.#urlOf('split')
  }

  get address() {
    return { url: this.url }
  }

  #urlOf(database: string) {
    return `postgresql://split@127.0.0.1:${this.#port}/${database}`
  }

  async start() {
    const places = findPlaces(this.#folder)
    const { bin, cluster, account } = places
    if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(places)
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${this.#port}`,
      'unix_socket_directories=',
      'max_connections=60',
      ...this.#more,
    ]
    // In a group of its own: Ctrl-C in the terminal is for us.
    this.#child = spawn(
      join(bin, 'postgres'),
      ['-D', cluster, ...settings.flatMap((one) => ['-c', one])],
      {
        ...(account ? { uid: account.uid, gid: account.gid } : {}),
        cwd: '/',
        detached: true,
        stdio: 'ignore',
      },
    )
    const answers = () => withSql({ url: this.#urlOf('postgres') }, (sql) => sql`select 1`)
    await secondsUntil(async () => (await answers()).length > 0)
  }

  /** What its processes hold for themselves; what they share is set when it starts. Linux only, else 0. */
  memoryMb(): number {
    const owned = processesOf(this.#child?.pid ?? 0)
    return (
      owned.reduce((sum, status) => sum + Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0), 0) /
      1024
    )
  }

  /** SIGINT: in order, at once. SIGKILL: as when the machine takes it away. */
  async end(signal: 'SIGINT' | 'SIGKILL') {
    const child = this.#child
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    process.kill(child.pid, signal)
    await ended
    const { pid } = child
    await secondsUntil(async () => !isRunning({ pid }), 5)
  }
}

/** What Linux says of the processes that this one has started. */
function processesOf(parent: number): string[] {
  if (!existsSync('/proc/self/status')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => statusOf(pid))
    .filter((status) => new RegExp(`^PPid:\\s+${parent}$`, 'm').test(status))
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // It has ended in between.
    return ''
  }
}
