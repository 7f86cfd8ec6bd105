// Injects faults into real servers and a real PostgreSQL on this machine, and checks what must
// hold. Exits with code 1 if a check fails. CHAOS_ONLY=disk runs only faults whose name contains
// "disk". CHAOS_OUTAGE_SECONDS=20 shortens the outage of the origin of two edges.
import { build, isBuilt } from '../scripts/build.mjs'
import { backupRestored } from './chaos/backup-restored.ts'
import { chatKilled } from './chaos/chat-killed.ts'
import { databaseClosing } from './chaos/database-closing.ts'
import { databaseGone } from './chaos/database-gone.ts'
import { databaseKilled } from './chaos/database-killed.ts'
import { diskFull } from './chaos/disk-full.ts'
import { edgesAlone } from './chaos/edges-alone.ts'
import { separateFolders } from './chaos/folders-apart.ts'
import { hostileInput } from './chaos/hostile-input.ts'
import { leaderKilled } from './chaos/leader-killed.ts'
import { moneyKilled } from './chaos/money-killed.ts'
import { processKilled } from './chaos/process-killed.ts'
import { serverKilled } from './chaos/server-killed.ts'
import { slowClients } from './chaos/slow-clients.ts'
import { standbyPromoted } from './chaos/standby-promoted.ts'
import { twoServers } from './chaos/two-servers.ts'
import { webhooksFail } from './chaos/webhooks-fail.ts'
import { World, type Finding } from './chaos/world.ts'
import { printTable } from './support/table.ts'

type Fault = { name: string; run: (world: World) => Promise<Finding[]> }

const FAULTS: Fault[] = [
  { name: 'kill -9 of the server', run: serverKilled },
  { name: 'kill -9 of one process', run: processKilled },
  { name: 'kill -9 while money moves', run: moneyKilled },
  { name: 'kill -9 during chat', run: chatKilled },
  { name: 'kill -9 of PostgreSQL', run: databaseKilled },
  { name: 'PostgreSQL away', run: databaseGone },
  { name: 'PostgreSQL closes connections', run: databaseClosing },
  { name: 'disk full', run: diskFull },
  { name: 'two servers, one PostgreSQL', run: twoServers },
  { name: 'two servers, separate folders', run: separateFolders },
  { name: 'two edges without their origin', run: edgesAlone },
  { name: 'standby promoted under load', run: standbyPromoted },
  { name: 'leader killed under Patroni', run: leaderKilled },
  { name: 'backup under load, restored', run: backupRestored },
  { name: 'slow clients, bursts, large bodies', run: slowClients },
  { name: 'hostile input beside redirects', run: hostileInput },
  { name: 'webhook receiver fails', run: webhooksFail },
]

/** Resources of the current fault. */
let world = new World()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void abort(signal))
process.on('uncaughtException', (error) => void abort(error))

const nameFilter = process.env['CHAOS_ONLY'] ?? ''
if (!isBuilt()) await build()
const findings: Finding[] = []
for (const fault of FAULTS.filter(({ name }) => name.includes(nameFilter)))
  findings.push(...(await runFault(fault)))

printTable('Faults', [
  ['fault', 'result', 'how', 'must hold', 'measured'],
  ...findings.map(({ fault, held, done, mustHold, measured }) => [
    fault,
    held ? 'held' : 'BROKEN',
    done,
    mustHold,
    measured,
  ]),
])
process.exitCode = findings.every(({ held }) => held) ? 0 : 1

/** Runs one fault and prints its name and result. Most take between ten seconds and a minute. */
async function runFault({ name, run }: Fault): Promise<Finding[]> {
  const startedAt = performance.now()
  process.stdout.write(`${name} … `)
  world = new World()
  try {
    const found = await run(world)
    const word = found.every(({ held }) => held) ? 'held' : 'BROKEN'
    console.log(`${word}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    return found
  } catch (error) {
    console.log('BROKEN')
    const measured = error instanceof Error ? error.message : String(error)
    return [{ fault: name, done: '', mustHold: 'the test finishes', measured, held: false }]
  } finally {
    await world.close()
  }
}

/** Cleans up after an interruption or an unexpected error. */
async function abort(reason: unknown) {
  console.error(reason)
  await world.close()
  process.exit(1)
}
