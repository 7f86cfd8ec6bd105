import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { installedProgram } from '../../../../scripts/programs.mjs'
import { builtServer } from '../processes/built-server.ts'

export type RunResult = { status: number | null; out: string; err: string }

const FOLDERS = [
  'bin',
  'etc/caddy',
  'etc/default',
  'etc/haproxy',
  'etc/patroni',
  'etc/systemd/system',
  'opt',
  'tmp',
  'usr/local/sbin',
  'var/backups',
  'var/lib/split',
]

/** Services of other products. They are started by functions that a test sets in `services`. */
const OTHER_SERVICES = [
  'caddy',
  'etcd',
  'haproxy',
  'patroni',
  'postgresql',
  'systemd-journald',
] as const

export type OtherService = (typeof OTHER_SERVICES)[number]
/** Functions that restart a service with its files on the machine. */
export type Services = Partial<Record<OtherService, () => unknown>>

/**
 * Simulated machine with its own folders. Commands really run, with substitutes for what needs a
 * whole machine: `systemctl` starts the service by its unit, `ssh` runs commands in the folder
 * `first`, and without Debian's PostgreSQL `su` keeps the account and `psql` only records its
 * statements.
 */
export class Machine {
  readonly root: string
  services: Services = {}
  readonly #port: number
  /** Current folder, set by `cd`. */
  #folder = process.cwd()
  #service: ChildProcess | undefined
  #log = ''

  constructor(port: number, hasPostgres: boolean) {
    this.#port = port
    this.root = mkdtempSync(join(tmpdir(), 'split-test-machine-'))
    // When tests run as root, the database runs as another account, which needs access.
    chmodSync(this.root, 0o755)
    for (const folder of FOLDERS) mkdirSync(join(this.root, folder), { recursive: true })
    for (const name of ['passwd', 'group', 'shadow', 'gshadow'])
      writeFileSync(join(this.root, 'etc', name), '')
    const run = join(import.meta.dirname, 'systemd-run.mjs')
    this.#program('systemd-run', `exec '${process.execPath}' '${run}' '${this.root}' "$@"`)
    const first = `\${*//'${this.root}'/'${this.root}/first'}`
    this.#program('ssh', `[ "$1" = root@10.0.0.1 ] && shift && exec bash -c "${first}"`)
    if (hasPostgres) return
    mkdirSync(join(this.root, 'etc/postgresql/15/main'), { recursive: true })
    this.#program('su', 'exec bash -c "$3"')
    this.#program('psql', `printf '%s\\0' "$@" >> '${this.root}/asked'`)
  }

  /** Copies those files of a clone that the page uses. */
  copySources() {
    for (const name of ['deploy', 'package.json', 'package-lock.json'])
      cpSync(name, this.path(`opt/split/${name}`), { recursive: true })
  }

  /** Links the results of `npm ci` and `npm run build` into the clone. */
  prepare() {
    const folder = this.path('opt/split')
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    symlinkSync(dirname(builtServer()), join(folder, 'dist'))
  }

  #program(name: string, text: string) {
    writeFileSync(join(this.root, 'bin', name), `#!/bin/bash\n${text}\n`, { mode: 0o755 })
  }

  /** Replaces `/etc/…` and similar paths and the port by those of this machine. */
  mapToMachine = (text: string) =>
    text
      .replaceAll(/(?<=^|[\s='"])\/(etc|opt|tmp|usr|var)(?=\/|[\s'"]|$)/gm, `${this.root}/$1`)
      .replaceAll(/(127\.0\.0\.1:|PORT=)8080\b/g, `$1${this.#port}`)

  path = (name: string) => join(this.root, name)

  /** Returns the statements that `psql` received. */
  psqlStatements = () =>
    existsSync(this.path('asked'))
      ? readFileSync(this.path('asked'), 'utf8')
          .split('\0')
          .filter((word) => word !== '' && word !== '-c')
      : []

  async run(command: string, env: Record<string, string> = {}): Promise<RunResult> {
    const [program, ...words] = command.split(' ')
    if (program === 'systemctl') return this.#systemctl(words)
    if (program === 'cd') this.#folder = this.mapToMachine(words.join(' '))
    const folders = [
      this.path('bin'),
      this.path('usr/local/sbin'),
      process.env['PATH'],
      '/usr/sbin',
    ]
    return resultOf(
      spawn('bash', ['-e', '-o', 'pipefail', '-c', this.mapToMachine(command)], {
        cwd: existsSync(this.#folder) ? this.#folder : this.root,
        env: { PATH: folders.join(':'), HOME: this.root, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
  }

  async #systemctl([verb, ...words]: string[]): Promise<RunResult> {
    const name = words.at(-1)
    const stranger = OTHER_SERVICES.find((one) => one === name)
    if (stranger && verb !== 'stop') await this.services[stranger]?.()
    if (verb === 'daemon-reload' || stranger) return DONE
    if (name !== 'split') return { status: 1, out: '', err: `no service ${name}` }
    if (verb === 'stop' || verb === 'restart') await this.#stop()
    if (verb === 'start' || verb === 'restart' || verb === 'enable') this.#start()
    return verb === 'enable' ? enableUnit(this.root) : DONE
  }

  /**
   * Starts the service by its installed unit and settings. Like systemd, it does not wait until the
   * service answers.
   */
  #start() {
    const unit = readFileSync(this.path('etc/systemd/system/split.service'), 'utf8')
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
    const [program, ...args] = value('ExecStart').split(' ')
    const command = program === '/usr/bin/node' ? process.execPath : (program ?? '')
    const child = spawn(command, args, {
      cwd: this.path(value('WorkingDirectory')),
      env: { PATH: process.env['PATH'], ...settingsIn(this.path(value('EnvironmentFile'))) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const killIt = () => child.kill('SIGKILL')
    process.once('exit', killIt)
    child.once('exit', () => process.off('exit', killIt))
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (this.#log += chunk.toString()))
    this.#service = child
  }

  async #stop() {
    const child = this.#service
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'exit')
    child.kill('SIGTERM')
    await closed
  }

  /** Returns the output of the service so far. */
  journal = () => this.#log

  async remove() {
    await this.#stop()
    for (const folder of ['var/lib/split', 'var/lib/split.before']) removeCluster(this.path(folder))
    rmSync(this.root, { recursive: true, force: true })
  }
}

/**
 * Enables the unit with the real `systemctl`, if installed. It checks the unit and works without a
 * running systemd.
 */
function enableUnit(root: string): RunResult | Promise<RunResult> {
  if (installedProgram(['systemctl']) === undefined) return DONE
  return resultOf(spawn('systemctl', [`--root=${root}`, '--quiet', 'enable', 'split']))
}

const DONE: RunResult = { status: 0, out: '', err: '' }

export const settingsIn = (path: string): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(path, 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )

async function resultOf(child: ChildProcess): Promise<RunResult> {
  const output = { out: '', err: '' }
  child.stdout?.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, ...output }
}

/** Deletes the database. It is outside the data folder if its account has no access there. */
function removeCluster(dataDir: string) {
  const link = join(dataDir, 'postgres')
  if (!existsSync(link)) return
  const home = dirname(realpathSync(link))
  if (home !== resolve(realpathSync(dataDir))) rmSync(home, { recursive: true, force: true })
}
