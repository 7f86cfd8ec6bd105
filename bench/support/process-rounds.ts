import { availableParallelism } from 'node:os'
import { LOAD_TOOL, measure, type Measured } from './measured.ts'
import { startServer } from './server-process.ts'
import { openDatabase, untilCounted } from './stored-links.ts'
import { median } from './table.ts'
import type { LoadTarget } from './wrk.ts'

type Options = { folder: string; port: number; rounds: number; seconds: number }
type Plan = { server: string; load: string } | null

/** Number of cores from which on the load generator gets a core of its own. */
const MIN_CORES = 4
const CONNECTIONS = 64
/** Number of loads that fill the caches and let the code be compiled, before one is measured. */
const WARM_UPS = 3

/**
 * Returns which cores the server, with its database, and the load generator use; null if there are
 * too few to separate them. Only wrk can be pinned.
 */
export function corePlan(cores = availableParallelism(), tool = LOAD_TOOL): Plan {
  if (cores < MIN_CORES || tool !== 'wrk') return null
  return { server: `0-${cores - 2}`, load: String(cores - 1) }
}

/** Returns what the comparison shows on this machine. */
export function describePlan(plan: Plan, cores = availableParallelism()): string {
  return plan
    ? `server and database on cores ${plan.server}, load generator on core ${plan.load}`
    : `${cores} cores for server, database and load generator: shows what two processes cost here, not what they gain`
}

/** Measures the same load on one and on two processes alternately. Returns rows of a table. */
export async function processRows(asked: LoadTarget, options: Options): Promise<string[][]> {
  const plan = corePlan()
  const one: Measured[] = []
  const two: Measured[] = []
  for (let round = 0; round < options.rounds; round++) {
    one.push(await measureProcesses(1, plan, asked, options))
    two.push(await measureProcesses(2, plan, asked, options))
  }
  const ratio = median(two.map(({ perSecond }, n) => perSecond / (one[n]?.perSecond ?? NaN)))
  return [
    ['', 'redirects/s', 'p99', 'CPU of one'],
    row('one process', one),
    row('two processes', two),
    ['ratio', ratio.toFixed(2), '', ''],
  ]
}

function row(name: string, rounds: Measured[]): string[] {
  const of = (read: (round: Measured) => number) => median(rounds.map(read))
  return [
    name,
    of(({ perSecond }) => perSecond).toFixed(0),
    `${of(({ p99Ms }) => p99Ms).toFixed(1)} ms`,
    `${of(({ cpuMicros }) => cpuMicros).toFixed(0)} µs`,
  ]
}

async function measureProcesses(
  processes: number,
  plan: Plan,
  asked: LoadTarget,
  { folder, port, seconds }: Options,
): Promise<Measured> {
  const server = await startServer(folder, port, { processes, ...(plan && { cpus: plan.server }) })
  try {
    const load = { connections: CONNECTIONS, ...(plan && { cpus: plan.load }) }
    for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1)
      await measure(server, asked, { ...load, seconds })
    return await measure(server, asked, { ...load, seconds })
  } finally {
    const sql = await openDatabase(folder)
    await untilCounted(sql)
    await sql.end()
    await server.stop('SIGTERM')
  }
}
