import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Log } from '../../log/log.ts'
import { withTimeout } from '../../with-timeout.ts'
import type { Places } from './places.ts'

/** Memory limit of each database process, far above the need of any statement. */
const PROCESS_MEMORY_KB = 512 * 1024

/**
 * Shell script that runs the database and stops it when its standard input closes. The kernel
 * closes it when the server ends, even after `kill -9`, so no database is left behind. Where the
 * system supports the limit, a statement that needs too much memory fails without affecting
 * anything else.
 */
const GUARD = `exec 3<&0
ulimit -S -d ${PROCESS_MEMORY_KB} 2>/dev/null
"$@" 3<&- </dev/null &
database=$!
(read -r _ <&3; kill -INT "$database") 2>/dev/null &
watch=$!
exec 3<&-
wait "$database"
code=$?
kill "$watch" 2>/dev/null
exit $code`

export type DatabaseProcess = {
  child: ChildProcess
  /** Returns the reason that the database logged when it ended, or an empty text. */
  exitReason: () => Promise<string>
}

/**
 * Starts the database in its own session, so that Ctrl-C reaches only the server, which then stops
 * the database in order.
 */
export function spawnDatabase(
  { bin, cluster, account }: Places,
  settings: Record<string, string>,
  log: Log,
): DatabaseProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const program = [join(bin, 'postgres'), '-D', cluster, ...flags]
  const child = spawn('/bin/sh', ['-c', GUARD, 'split-database', ...program], {
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  child.on('error', () => {})
  // If the guard ended, the pipe is closed. The exit event reports it.
  child.stdin?.on('error', () => {})
  let lastError = ''
  let lastLine = ''
  const outputClosed = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log[isError(line) ? 'warn' : 'debug'](`database: ${line}`)
      if (isError(line)) lastError = line
      lastLine = line
    })
  }
  const exitReason = async () => {
    await withTimeout(OUTPUT_MS, outputClosed, undefined)
    return (lastError || lastLine).replace(/^.*? (FATAL|PANIC): +/, '').trim()
  }
  return { child, exitReason }
}

/** Maximum wait for the remaining output. A child process can keep the pipe open after the end. */
const OUTPUT_MS = 1000

/**
 * Returns whether the line reports a serious problem. Connection attempts during start or stop do
 * not count.
 */
const isError = (line: string) => / (FATAL|PANIC): +(?! |the database system is)/.test(line)

export type Postmaster = { pid: number; socketDir: string }

/** Reads the process id file of PostgreSQL. The process may have ended already. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, socketDir: lines[4] ?? '' } : null
  } catch {
    return null
  }
}

/**
 * Returns whether this process serves this cluster. After a restart of the machine, the id may
 * belong to another process.
 */
export function servesCluster(pid: number, cluster: string): boolean {
  const command = commandOf(pid)
  return command.includes('postgres') && command.includes(cluster)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

export function sendSignal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended already.
  }
}
