import {
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  closeSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { dirname, join } from 'node:path'
import { isAlive, readPostmaster, sendSignal, servesCluster } from './process.ts'

/*
 * While data is brought over, the new lies beside the old. It has three names: under way, whole, and in
 * its place. A name changes at once or not at all, so that whatever ends the server in between, one of
 * the two is the database.
 */

/** May be half of it: begun anew by the next start. */
export const underWay = (cluster: string) => `${cluster}.upgrade`
/** All of it, while the old is on its way to another name. */
const whole = (cluster: string) => `${cluster}.upgraded`

/** Where the database lies or lay, though a link to it may lead nowhere at this moment. */
function placeOf(dataDir: string): string {
  const path = join(dataDir, 'postgres')
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  return isLink ? readlinkSync(path) : path
}

/** Ends what a start that was cut short had all but done. */
export function finishReplacing(dataDir: string): void {
  const cluster = placeOf(dataDir)
  if (!existsSync(cluster) && existsSync(whole(cluster))) rename(whole(cluster), cluster)
}

/** The new takes the place of the old, which keeps its folder under another name; answers that. */
export function replaceCluster(cluster: string, made: string): string {
  rename(underWay(cluster), whole(cluster))
  const kept = freeName(`${cluster}.${made}`)
  rename(cluster, kept)
  rename(whole(cluster), cluster)
  return kept
}

function freeName(name: string): string {
  for (let nth = 1; ; nth += 1) {
    const path = nth === 1 ? name : `${name}.${nth}`
    if (!existsSync(path)) return path
  }
}

/** On the disk for good when this is done. */
function rename(from: string, to: string) {
  renameSync(from, to)
  const folder = openSync(dirname(to), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

const TRIES = 200
const PAUSE_MS = 25

/** What an earlier try left, and the database that may still run on it. */
export async function clearBeside(cluster: string): Promise<void> {
  for (const folder of [underWay(cluster), whole(cluster)]) {
    const pid = readPostmaster(folder)?.pid
    if (pid !== undefined && servesCluster(pid, folder)) {
      sendSignal(pid, 'SIGQUIT')
      for (let tries = 0; tries < TRIES && isAlive(pid); tries += 1) await sleep(PAUSE_MS)
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
