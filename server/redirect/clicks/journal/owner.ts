import { readFileSync, readlinkSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Interval in which a process marks its journal as in use. */
export const TOUCH_MS = 10_000
/** Time after which a journal is not in use, if its process cannot be looked up from here. */
const STALE_MS = 3 * TOUCH_MS

/** Process that writes a journal. `place` is the boot of the machine and the container. */
type Owner = { place: string; pid: number; startedAt: string }

const fileIn = (folder: string) => join(folder, 'owner')

/** Marks a folder as written by this process. */
export const writeOwner = (folder: string) =>
  writeFileSync(fileIn(folder), JSON.stringify(thisProcess()), { mode: 0o600 })

export function touchOwner(folder: string) {
  const now = new Date()
  utimesSync(fileIn(folder), now, now)
}

/** Returns whether the process that wrote to this folder has ended. */
export function isLeftBehind(folder: string): boolean {
  const owner = readOwner(folder)
  const here = thisProcess()
  if (owner && here && owner.place === here.place) return startOf(owner.pid) !== owner.startedAt
  return Date.now() - touchedAt(folder) > STALE_MS
}

function readOwner(folder: string): Owner | null {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Owner | null
  } catch {
    return null
  }
}

function touchedAt(folder: string): number {
  const found =
    statSync(fileIn(folder), { throwIfNoEntry: false }) ??
    statSync(folder, { throwIfNoEntry: false })
  return found?.mtimeMs ?? Date.now()
}

/** Returns null on systems without /proc. */
function thisProcess(): Owner | null {
  const startedAt = startOf(process.pid)
  if (startedAt === null) return null
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { place: `${boot} ${readlinkSync('/proc/self/ns/pid')}`, pid: process.pid, startedAt }
  } catch {
    return null
  }
}

/** Returns the start of a running process in ticks since the boot. Ids are used again, starts not. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    return state === 'Z' || state === 'X' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}
