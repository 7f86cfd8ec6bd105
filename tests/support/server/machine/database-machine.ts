import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedProgram } from '../../../../scripts/programs.mjs'
import { databaseAccount, type Account } from '../../../../server/platform/db/embedded/account.ts'
import { processes } from '../processes/processes.ts'
import { findDebianPostgres } from './debians-postgres.ts'
import { settingsIn } from './machine.ts'

/** Address of each host name used in the files of `deploy`. */
export type Names = Record<string, string>

type Options = {
  /** Folder for all data of this machine. */
  folder: string
  names: Names
  etcdName: string
  /** Name of its PostgreSQL, if it has one. */
  node?: string
}

/**
 * One of the machines of deploy/README.md, section 9, with its own address: etcd, and for most of
 * them Patroni with PostgreSQL. Uses the files of `deploy`, with replaced names and folders.
 */
export class DatabaseMachine {
  readonly host: string
  readonly folder: string
  readonly #options: Options
  readonly #account: Account | null
  #running: ChildProcess[] = []

  constructor(options: Options) {
    this.#options = options
    this.folder = options.folder
    this.host = options.names[options.etcdName] ?? ''
    this.#account = databaseAccount(options.folder)
    if (this.#account) chownSync(options.folder, this.#account.uid, this.#account.gid)
  }

  /** Starts the programs, also after a power failure. */
  start() {
    this.startEtcd('deploy/etcd.env')
    if (this.#options.node === undefined) return
    writeFileSync(this.#path('config.yml'), this.patroniText('deploy/patroni.yml'))
    this.startPatroni(this.#path('config.yml'))
  }

  startEtcd(file: string) {
    this.#spawn('etcd', [], this.#etcdSettings(file))
  }

  startPatroni(file: string) {
    this.#spawn('patroni', [file], {})
  }

  #spawn(name: string, args: string[], env: Record<string, string>) {
    const log = openSync(this.#path(`${name}.log`), 'a')
    const { folder } = this.#options
    const child = spawn(installedProgram([name]) ?? name, args, {
      ...(this.#account ? { uid: this.#account.uid, gid: this.#account.gid } : {}),
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8', ...env },
      // In a separate process group, so that Ctrl-C does not reach it.
      detached: true,
      stdio: ['ignore', log, log],
    })
    const killIt = () => child.kill('SIGKILL')
    process.once('exit', killIt)
    child.once('exit', () => process.off('exit', killIt))
    this.#running.push(child)
  }

  #etcdSettings(file: string): Record<string, string> {
    const { names, etcdName } = this.#options
    const named = (text: string) =>
      text
        .replaceAll('0.0.0.0', this.host)
        .replaceAll(/\/\/(\w+):/g, (_, name: string) => `//${names[name]}:`)
    const own = Object.entries(settingsIn(file)).map(([name, text]) => [
      name,
      // The file contains the name of the first machine.
      named(/ADVERTISE/.test(name) ? text.replace('//e1:', `//${etcdName}:`) : text),
    ])
    return {
      ...(Object.fromEntries(own) as Record<string, string>),
      ETCD_NAME: etcdName,
      ETCD_DATA_DIR: this.#path('etcd'),
    }
  }

  /**
   * Returns the file with the settings that differ per machine, and with this machine's folders.
   */
  patroniText(file: string): string {
    const { names, node, folder } = this.#options
    return (
      readFileSync(file, 'utf8')
        .replace('name: n1', `name: ${node}`)
        .replaceAll('10.0.0.0/8', '127.0.0.0/8')
        .replaceAll('connect_address: n1:', `connect_address: ${this.host}:`)
        .replaceAll('0.0.0.0', this.host)
        .replaceAll(/\b(e\d):(?=2379)/g, (_, name: string) => `${names[name]}:`)
        .replace('data_dir: /var/lib/postgresql/split', `data_dir: ${this.#cluster}`)
        .replace(/bin_dir: .*/, `bin_dir: ${findDebianPostgres()?.bin}`)
        // Each machine has its own socket folder.
        .replace(
          /^postgresql:$/m,
          `postgresql:\n  parameters: {unix_socket_directories: ${folder}}`,
        )
    )
  }

  get #cluster() {
    return this.#path('database')
  }

  #path = (name: string) => join(this.#options.folder, name)

  /** Returns whether Patroni reports this role by its status code. */
  async is(role: 'primary' | 'synchronous'): Promise<boolean> {
    const asked = fetch(`http://${this.host}:8008/${role}`, { signal: AbortSignal.timeout(2000) })
    return asked.then(
      async (answer) => (await answer.text(), answer.status === 200),
      () => false,
    )
  }

  /** Kills all processes at once, as in a power failure. */
  async powerOff() {
    const ended = this.#running.map(hasEnded)
    for (const pid of this.#all()) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // The process has already ended.
      }
    }
    await Promise.all(ended)
    this.#running = []
  }

  /** Returns the ids of all processes. PostgreSQL is included because it outlives Patroni. */
  #all(): number[] {
    const file = join(this.#cluster, 'postmaster.pid')
    const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0
    const listed = processes()
    const isOurs = listed.some(
      ({ pid, command }) => pid === postmaster && command.includes(this.#cluster),
    )
    const roots = this.#running.map(({ pid }) => pid ?? 0).concat(isOurs ? [postmaster] : [])
    const below = (parents: number[]): number[] => {
      const children = listed.filter(({ parent }) => parents.includes(parent)).map(({ pid }) => pid)
      return children.length === 0 ? parents : [...parents, ...below(children)]
    }
    return below(roots.filter((pid) => pid > 0))
  }

  /** Returns the last lines of the log, for error messages. */
  lastLogLines = (name: 'etcd' | 'patroni') => {
    const lines = readFileSync(this.#path(`${name}.log`), 'utf8')
      .trim()
      .split('\n')
    return `${name} on ${this.host}: ${lines.slice(-3).join(' | ')}`
  }
}

async function hasEnded(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
