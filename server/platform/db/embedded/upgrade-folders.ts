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
 * During an upgrade, the new cluster is built next to the old one. Its folder has three names:
 * incomplete, complete, and in use. Each rename is atomic, so that after an interruption one of the
 * two clusters is the database.
 */

/** Returns the folder of an incomplete cluster. The next start builds it again. */
export const incompletePath = (cluster: string) => `${cluster}.upgrade`
/** Returns the folder of a complete cluster, used while the old one is renamed. */
const completePath = (cluster: string) => `${cluster}.upgraded`

/** Returns the path of the cluster. Follows a symbolic link even if its target is missing. */
function clusterPath(dataDir: string): string {
  const path = join(dataDir, 'postgres')
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  return isLink ? readlinkSync(path) : path
}

/** Completes a replacement that was interrupted between its renames. */
export function finishReplacing(dataDir: string): void {
  const cluster = clusterPath(dataDir)
  if (!existsSync(cluster) && existsSync(completePath(cluster)))
    rename(completePath(cluster), cluster)
}

/** Replaces the old cluster by the new one and returns the folder in which the old one is kept. */
export function replaceCluster(cluster: string, made: string): string {
  rename(incompletePath(cluster), completePath(cluster))
  const kept = freeName(`${cluster}.${made}`)
  rename(cluster, kept)
  rename(completePath(cluster), cluster)
  return kept
}

function freeName(name: string): string {
  for (let nth = 1; ; nth += 1) {
    const path = nth === 1 ? name : `${name}.${nth}`
    if (!existsSync(path)) return path
  }
}

/** Renames a folder and flushes the change to the disk. */
function rename(from: string, to: string) {
  renameSync(from, to)
  const folder = openSync(dirname(to), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

const TRIES = 200
const PAUSE_MS = 25

/** Deletes the folders of an earlier attempt and stops a database that still runs on them. */
export async function removeLeftovers(cluster: string): Promise<void> {
  for (const folder of [incompletePath(cluster), completePath(cluster)]) {
    const pid = readPostmaster(folder)?.pid
    if (pid !== undefined && servesCluster(pid, folder)) {
      sendSignal(pid, 'SIGQUIT')
      for (let tries = 0; tries < TRIES && isAlive(pid); tries += 1) await sleep(PAUSE_MS)
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
