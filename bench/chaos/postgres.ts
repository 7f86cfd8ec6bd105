import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCluster } from '../../server/platform/db/embedded/cluster.ts'
import { findPlaces } from '../../server/platform/db/embedded/places.ts'
import { processes } from '#support/server/processes/processes.ts'
import { freePort } from '../support/server-process.ts'
import { isRunning, secondsUntil, withSql, type World } from './world.ts'

/** PostgreSQL server for DATABASE_URL, on its own port, which can be stopped and started. */
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

  /** Starts a server with a database. `more` are settings that override the defaults here. */
  static async start(world: World, more: string[] = []): Promise<Postgres> {
    const postgres = new Postgres(world.folder(), await freePort(), more)
    world.onClose(() => postgres.end('SIGINT'))
    await postgres.start()
    await withSql({ url: postgres.#urlOf('postgres') }, (sql) => sql`create database split`)
    return postgres
  }

  /** Starts a leader and a synchronous standby, each on its own address. */
  static async pair(world: World, [first, second]: [string, string]) {
    const port = await freePort()
    // A standby needs at least as many connections as its leader had when it was created, which is
    // 100.
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

  /** Copies the leader's cluster before its first start. */
  async #copy(leader: Postgres) {
    const [from, to] = [findPlaces(leader.#folder), findPlaces(this.#folder)]
    await createCluster(from)
    execFileSync('cp', ['-a', from.cluster, to.cluster])
    writeFileSync(join(to.cluster, 'standby.signal'), '')
  }

  get url() {
    return this.#urlOf('split')
  }

  /** Host and port. */
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
    // Start in a separate process group, so that Ctrl-C reaches only this script.
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

  /**
   * Returns the private memory of its processes in MB, without shared memory. 0 except on Linux.
   */
  memoryMb(): number {
    const owned = processesOf(this.#child?.pid ?? 0)
    return (
      owned.reduce((sum, status) => sum + Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0), 0) /
      1024
    )
  }

  /** Promotes a standby to leader. */
  async promote() {
    await withSql({ url: this.#urlOf('postgres') }, (sql) => sql`select pg_promote()`)
  }

  /** Kills all its processes at once, like a loss of power. */
  async powerOff() {
    const owned = processes().filter(({ parent }) => parent === this.#child?.pid)
    const ended = this.end('SIGKILL')
    for (const { pid } of owned) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // The process has already ended.
      }
    }
    await ended
  }

  /** Stops the server: SIGINT disconnects clients and shuts down, SIGKILL kills it. */
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

/** Returns the /proc status of all child processes. */
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
    // The process has ended in the meantime.
    return ''
  }
}
