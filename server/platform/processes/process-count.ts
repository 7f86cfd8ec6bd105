import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import type { Config } from '../config/config.ts'
import { openClient, type DbAddress } from '../db/client.ts'
import { SESSION_NAME } from '../db/dedicated-connection.ts'
import type { Log } from '../log/log.ts'

/** Database connections of the process that runs jobs: 10 + 6 + 3 + 4 + 1 (docs/scaling.md). */
const CONNECTIONS = 24
/** Database connections of every further process, which runs no jobs. */
const CONNECTIONS_WITHOUT_JOBS = 20
/** `max_connections` of the embedded database for one process, with room for commands. */
const EMBEDDED_CONNECTIONS = 60
/** Memory per process below which no further one is started, so that small machines keep one. */
const MEMORY_PER_PROCESS = 512 * 1024 * 1024

type Settings = Pick<Config, 'cores' | 'databaseUrl'>
type Machine = { cores: number; memory: number }

/**
 * Returns the number of processes to run: `CORES`, or one per core, where a database on the same
 * machine keeps a core for itself. At least one.
 */
export function wantedProcesses(
  { cores, databaseUrl }: Settings,
  machine: Machine = thisMachine(),
): number {
  if (cores !== null) return cores
  const free = isDatabaseHere(databaseUrl) ? machine.cores - 1 : machine.cores
  return Math.max(1, Math.min(free, Math.floor(machine.memory / MEMORY_PER_PROCESS)))
}

/** Returns whether the database runs on this machine, as far as its address tells. */
function isDatabaseHere(databaseUrl: string | null): boolean {
  if (databaseUrl === null) return true
  const { hostname, searchParams } = new URL(databaseUrl)
  const isSocket = searchParams.get('host')?.startsWith('/') === true
  return isSocket || ['', 'localhost', '[::1]'].includes(hostname) || hostname.startsWith('127.')
}

/** Returns `max_connections` of the embedded database for this number of processes. */
export const embeddedConnections = (processes: number): number =>
  EMBEDDED_CONNECTIONS + (processes - 1) * CONNECTIONS_WITHOUT_JOBS

/**
 * Returns how many processes the operator's database has connections for, next to the servers that
 * run already. Without `CORES`, no more are started. With `CORES`, a warning is logged.
 */
export async function affordableProcesses(
  { cores, databaseUrl }: Settings,
  wanted: number,
  { address, log }: { address: DbAddress; log: Log },
): Promise<number> {
  if (databaseUrl === null || wanted === 1) return wanted
  const { limit, others } = await readConnections(address)
  const fitting = processesWithin(limit - others * CONNECTIONS)
  if (fitting >= wanted) return wanted
  const fields = { wanted, fitting, 'connections of the database': limit, 'in use by': others }
  if (cores === null)
    log.warn('fewer processes than cores: raise max_connections of the database', fields)
  else log.warn('CORES may need more connections than max_connections of the database', fields)
  return cores ?? fitting
}

/** Returns the number of processes for this number of connections, at least one. */
export const processesWithin = (connections: number): number =>
  1 + Math.max(0, Math.floor((connections - CONNECTIONS) / CONNECTIONS_WITHOUT_JOBS))

/** `limit` leaves out connections reserved for superusers; `others` is the number of processes. */
async function readConnections(address: DbAddress): Promise<{ limit: number; others: number }> {
  const client = openClient(address)
  await client.connect()
  try {
    const { rows } = await client.query<{ limit: number; others: number }>(
      `select current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int as limit,
        (select count(*)::int from pg_stat_activity where application_name = $1) as others`,
      [SESSION_NAME],
    )
    return rows[0] ?? { limit: 0, others: 0 }
  } finally {
    await client.end()
  }
}

function thisMachine(): Machine {
  const memory = process.constrainedMemory() || totalmem()
  return {
    cores: Math.max(1, Math.floor(Math.min(availableParallelism(), coresOfContainer()))),
    memory: Math.min(memory, totalmem()),
  }
}

/** Returns the limit of processor time that a container has, in cores; Infinity without one. */
function coresOfContainer(): number {
  try {
    const [quota, period] = readFileSync('/sys/fs/cgroup/cpu.max', 'utf8').split(' ').map(Number)
    return quota && period ? quota / period : Infinity
  } catch {
    return Infinity
  }
}
