import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Log } from '../../log/log.ts'
import { withTimeout } from '../../with-timeout.ts'
import { holdOwnership } from './owner.ts'
import type { Places } from './places.ts'
import { isAlive, readPostmaster, sendSignal, servesCluster, spawnDatabase } from './process.ts'

export type Home = Places & { socketDir: string }

/** One run of the database process. */
export type Run = {
  stop: () => Promise<void>
  /** Releases the lock of a database that ended by itself. */
  release: () => Promise<void>
  exited: Promise<void>
}

type RunOptions = { log: Log; settings?: Record<string, string> }

export const START_MS = 30_000
const STOP_MS = 4000

/**
 * Starts the database. Returns null if another start was faster, so that the caller checks again.
 * Throws if the database cannot run.
 */
export async function startRun(places: Home, { settings, log }: RunOptions): Promise<Run | null> {
  const { socketDir } = places
  const { child, exitReason } = spawnDatabase(
    places,
    { ...SETTINGS, unix_socket_directories: socketDir, ...settings },
    log,
  )
  let ended = false
  const exited = new Promise<void>((resolve) => {
    const end = () => {
      ended = true
      resolve()
    }
    child.once('exit', end).once('error', end)
  })
  const owner = await untilOwned(socketDir, () => ended)
  if (!owner) {
    child.stdin?.end()
    const reason = ended ? await exitReason() : ''
    if (reason === '' || RETRY_MESSAGES.test(reason)) return null
    throw new Error(reason)
  }
  await ensureDatabase(owner.client)
  const stop = async () => {
    await owner.release()
    await stopDatabase(child, exited, places.cluster)
  }
  return { stop, release: owner.release, exited }
}

/**
 * Messages which mean that another start was faster or that processes of the last run are still
 * ending.
 */
const RETRY_MESSAGES = /lock file|shared memory|could not bind|could not create any Unix/

/** Settings that differ from PostgreSQL's defaults. fsync and checksums stay on. */
const SETTINGS = {
  listen_addresses: '',
  max_connections: '60',
  timezone: 'UTC',
  jit: 'off',
  // Limits temporary files, so that a bad statement cannot fill the disk. Sorts and hashes use up
  // to 4 MB of memory each.
  temp_file_limit: '2GB',
  maintenance_work_mem: '32MB',
  // The application logs failed statements. PostgreSQL's log could contain user data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
}

async function untilOwned(socketDir: string, ended: () => boolean) {
  const deadline = Date.now() + START_MS
  while (!ended() && Date.now() < deadline) {
    const owner = await holdOwnership(socketDir)
    if (owner) return owner
    await sleep(20)
  }
  return null
}

async function ensureDatabase(client: Client) {
  const { rowCount } = await client.query("select 1 from pg_database where datname = 'split'")
  if (rowCount === 0) await client.query('create database split')
}

async function stopDatabase(child: ChildProcess, exited: Promise<void>, cluster: string) {
  const pid = readPostmaster(cluster)?.pid
  child.stdin?.end()
  const inTime = await withTimeout(
    STOP_MS,
    exited.then(() => true),
    false,
  )
  if (pid === undefined || !servesCluster(pid, cluster)) return
  // The guard may have been killed alone, or a fast stop may hang on a blocked disk.
  sendSignal(pid, inTime ? 'SIGINT' : 'SIGQUIT')
  for (let tries = 0; tries < 40 && isAlive(pid); tries++) await sleep(25)
}
