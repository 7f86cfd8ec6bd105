import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Log } from '../../log/log.ts'
import { within } from '../../within.ts'
import type { Places } from './places.ts'

/** What each of its processes may allocate for itself: far more than any statement of ours needs. */
const PROCESS_MEMORY_KB = 512 * 1024

/**
 * Runs the database and stops it cleanly as soon as its standard input closes, which the kernel does
 * for us however this process ends. `kill -9` of the server leaves no database behind. A statement
 * that wants all memory of the machine fails, where the system knows such a bound, and nothing else.
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

export type Spawned = {
  child: ChildProcess
  /** Why it ended, as it said itself; empty when it said nothing. */
  lastWords: () => Promise<string>
}

/** In its own session, so that Ctrl-C in the terminal reaches us first and we stop it in order. */
export function spawnDatabase(
  { bin, cluster, account }: Places,
  settings: Record<string, string>,
  log: Log,
): Spawned {
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
  // A guard that is gone closes the pipe under us; its exit says so already.
  child.stdin?.on('error', () => {})
  let trouble = ''
  let last = ''
  const heard = new Promise<void>((resolve) => void child.once('close', () => resolve()))
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log[isTrouble(line) ? 'warn' : 'debug'](`database: ${line}`)
      if (isTrouble(line)) trouble = line
      last = line
    })
  }
  const lastWords = async () => {
    await within(HEAR_MS, heard, undefined)
    return (trouble || last).replace(/^.*? (FATAL|PANIC): +/, '').trim()
  }
  return { child, lastWords }
}

/** A process of its own may keep the pipe open after the end. */
const HEAR_MS = 1000

/** Being asked while it starts or stops is none. */
const isTrouble = (line: string) => / (FATAL|PANIC): +(?! |the database system is)/.test(line)

export type Postmaster = { pid: number; socketDir: string }

/** What PostgreSQL wrote about itself when it started; it may be long gone. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, socketDir: lines[4] ?? '' } : null
  } catch {
    return null
  }
}

/** A process of this number that serves this very cluster: numbers are given again after a restart. */
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
    // Gone in the meantime, which is what we wanted.
  }
}
