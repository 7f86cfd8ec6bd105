import { existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../../config/config-values.ts'
import type { Log } from '../../log/log.ts'
import { makeFolder } from '../../secrets/make-folder.ts'
import type { DbAddress } from '../client.ts'
import { createCluster } from './cluster.ts'
import { refuseOtherVersion } from './other-version.ts'
import { ownerOf } from './owner.ts'
import { clusterOf, findPlaces, socketFolder, type Places } from './places.ts'
import { readPostmaster, servesCluster, sendSignal } from './process.ts'
import { START_MS, startRun, type Home, type Run } from './run.ts'

export type Embedded = {
  address: Extract<DbAddress, { socketDir: string }>
  /** Real path of the data folder. */
  folder: string
  stop: () => Promise<void>
}

type Options = { dataDir: string; log: Log; settings?: Record<string, string> }

/** Time for an orphaned database to stop by itself. Usually its guard stops it immediately. */
const ORPHAN_MS = 2000
const LAST_RETRY_MS = 2000

/**
 * Starts the PostgreSQL of the npm package on the data in DATA_DIR and restarts it when it stops
 * unexpectedly. Throws a `ConfigError` of one line if the first start fails.
 */
export async function startEmbedded(options: Options): Promise<Embedded> {
  try {
    makeFolder(options.dataDir)
    const places = findPlaces(options.dataDir)
    if (!existsSync(join(places.cluster, 'PG_VERSION'))) await createCluster(places)
    refuseOtherVersion(places.cluster)
    return await openCluster(places, options)
  } catch (error) {
    throw asSentence(error)
  }
}

/** Starts the database of an existing cluster with the given programs. */
export async function openCluster(places: Places, options: Options): Promise<Embedded> {
  const socketDir = socketFolder(places)
  const first = await claim({ ...places, socketDir }, options)
  const stop = keepRunning({ ...places, socketDir }, options, first)
  return { address: addressOf(socketDir), folder: places.cluster, stop }
}

function asSentence(error: unknown): ConfigError {
  if (error instanceof ConfigError) return error
  const reason = error instanceof Error ? plainReason(error) : String(error)
  return new ConfigError(
    `The embedded database cannot run here: ${reason}. Set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

/**
 * Returns the reason in plain words. ENOENT can also mean that a C library is missing, for instance
 * on Alpine.
 */
function plainReason({ message, code }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `its programs do not run on this system (${message})`
  if (code === 'EPERM') return `this account may not start it as another (${message})`
  return message
}

/**
 * Returns the address of the database that a running server has started on this folder, or null.
 */
export async function runningEmbedded(dataDir: string): Promise<DbAddress | null> {
  const cluster = clusterOf(dataDir)
  const postmaster = readPostmaster(cluster)
  if (!postmaster || (await ownerOf(postmaster.socketDir)) !== 'held') return null
  return addressOf(postmaster.socketDir)
}

const addressOf = (socketDir: string) => ({ socketDir, user: 'split', database: 'split' })

/**
 * Restarts the database until it runs, for instance after it was killed or the disk was full.
 * Returns a function that stops it permanently.
 */
function keepRunning(home: Home, options: Options, first: Run): () => Promise<void> {
  const { log } = options
  let running: Run | undefined = first
  const stopped = new AbortController()
  const { signal } = stopped

  async function keep() {
    while (running && !signal.aborted) {
      await running.exited
      if (signal.aborted) return
      log.error('the database ended, so it is started again')
      await running.release()
      running = await again()
      if (running) log.warn('the database is back')
    }
  }

  async function again(): Promise<Run | undefined> {
    for (let wait = 100; !signal.aborted; wait = Math.min(LAST_RETRY_MS, wait * 2)) {
      try {
        return await claim(home, options)
      } catch (error) {
        log.error('the database does not start again yet', { error })
        await sleep(wait)
      }
    }
    return undefined
  }

  const kept = keep()
  return async () => {
    stopped.abort()
    await running?.stop()
    // A restart may have been in progress, so its database is stopped too.
    await kept
    await running?.stop()
    const { socketDir, cluster } = home
    if (dirname(socketDir) !== cluster) rmSync(socketDir, { recursive: true, force: true })
  }
}

/** Starts the database as its only owner. Waits for an orphan of a killed server to stop first. */
async function claim(places: Home, options: Options): Promise<Run> {
  const deadline = Date.now() + START_MS
  let wait = 50
  let orphanSince: number | null = null
  while (Date.now() < deadline) {
    const state = await stateOf(places.cluster)
    if (state === 'held') throw inUse(options.dataDir)
    if (state === 'gone') {
      const started = await startRun(places, options)
      if (started) return started
      wait = Math.min(LAST_RETRY_MS, wait * 2)
    } else if (state === 'orphan') {
      orphanSince ??= Date.now()
      if (Date.now() - orphanSince > ORPHAN_MS) stopOrphan(places.cluster, options.log)
    }
    await sleep(wait)
  }
  throw new Error(`it did not start within ${START_MS / 1000} seconds`)
}

const inUse = (dataDir: string) =>
  new ConfigError(
    `Another server is already running on the data in ${dataDir}. Stop it, or set another DATA_DIR.`,
  )

type State = 'gone' | 'busy' | 'orphan' | 'held'

async function stateOf(cluster: string): Promise<State> {
  const postmaster = readPostmaster(cluster)
  if (!postmaster) return 'gone'
  const owner = await ownerOf(postmaster.socketDir)
  if (owner === 'held') return 'held'
  if (owner === 'none') return 'orphan'
  if (servesCluster(postmaster.pid, cluster)) return 'busy'
  // PostgreSQL checks only the process id, which may belong to another process now.
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  return 'gone'
}

function stopOrphan(cluster: string, log: Log) {
  const postmaster = readPostmaster(cluster)
  if (!postmaster || !servesCluster(postmaster.pid, cluster)) return
  log.warn('stopping the database that an earlier server left behind', { pid: postmaster.pid })
  sendSignal(postmaster.pid, 'SIGINT')
}
