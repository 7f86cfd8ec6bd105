import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCluster } from '../../server/platform/db/embedded/cluster.ts'
import { findPlaces } from '../../server/platform/db/embedded/places.ts'
import { processes } from '#support/server/processes/processes.ts'
import { freePort } from '../support/server-process.ts'
import { isRunning, secondsUntil, withSql, type World } from './world.ts'

/** A PostgreSQL beside the server, as DATABASE_URL names it: on a port of its own, stopped and started at will. */
export class Postgres {
  readonly #folder: string
  readonly #host: string
  readonly #port: number
  readonly #more: string[]
  #child: ChildProcess | undefined

  private constructor(folder: string, port: number, more: string[], host = '127.0.0.1') {
    this.#folder = folder
    this.#host = host
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

  /** Two, each at an address of its own: the second has what the first commits before anybody hears of it. */
  static async pair(world: World, [first, second]: [string, string]) {
    const port = await freePort()
    // A standby takes no fewer than its leader had, which were 100 when it was made.
    const most = 'max_connections=100'
    const leader = new Postgres(world.folder(), port, [most, 'synchronous_standby_names=*'], first)
    const from = `primary_conninfo=host=${first} port=${port} user=split`
    const standby = new Postgres(world.folder(), port, [most, from], second)
    for (const one of [leader, standby]) world.onClose(() => one.powerOff())
    await standby.#copy(leader)
    await leader.start()
    await standby.start()
    await withSql({ url: leader.#urlOf('postgres') }, (sql) => sql`create database split`)
    return { leader, standby }
  }

  /** As it was before its first start. */
  async #copy(leader: Postgres) {
    const [from, to] = [findPlaces(leader.#folder), findPlaces(this.#folder)]
    await createCluster(from)
    execFileSync('cp', ['-a', from.cluster, to.cluster])
    writeFileSync(join(to.cluster, 'standby.signal'), '')
  }

  get url() {
    return this.#urlOf('split')
  }

  /** Where others find it. */
  get place() {
    return `${this.#host}:${this.#port}`
  }

  get address() {
    return { url: this.url }
  }

  #urlOf(database: string) {
    return `postgresql://split@${this.place}/${database}`
  }

  async start() {
    const places = findPlaces(this.#folder)
    const { bin, cluster, account } = places
    if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(places)
    const settings = [
      `listen_addresses=${this.#host}`,
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

  /** A standby becomes the leader. */
  async promote() {
    await withSql({ url: this.#urlOf('postgres') }, (sql) => sql`select pg_promote()`)
  }

  /** All its processes at once: none gets to a last word. */
  async powerOff() {
    const owned = processes().filter(({ parent }) => parent === this.#child?.pid)
    const ended = this.end('SIGKILL')
    for (const { pid } of owned) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It was faster.
      }
    }
    await ended
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
