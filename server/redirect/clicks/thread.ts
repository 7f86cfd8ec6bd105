import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { connect, type DbAddress } from '../../platform/db/client.ts'
import { createLog, type LogLevel } from '../../platform/log/log.ts'
import { openCountries } from './countries.ts'
import { ClickWriter, type Flush } from './writer.ts'

export type ThreadData = {
  address: DbAddress
  logLevel: LogLevel
  json: boolean
  geoipDb: string | null
  isEdge?: boolean
}
/** `requestId` is the number of the request, used to match its answer. */
export type ToThread =
  | { type: 'write'; flush: Flush }
  | { type: 'countStored' }
  | { type: 'settle' | 'stop'; requestId: number }
export type FromThread = { type: 'counted'; clicks: number } | { type: 'answer'; requestId: number }

/**
 * Maximum number of database connections: one for storing, one for counting, one for batches of an
 * earlier run.
 */
const CONNECTIONS = 3
/** Niceness above that of the main thread. On one busy core, counting gets a quarter of the time. */
const NICER_BY = 5

const { address, logLevel, json, geoipDb, isEdge } = workerData as ThreadData
const { sql } = connect(address, { max: CONNECTIONS })
const log = createLog(logLevel, json)
lowerPriority()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const tell = (message: FromThread) => parentPort?.postMessage(message)
const countryOf = geoipDb === null ? undefined : openCountries(geoipDb)
const writer = new ClickWriter({ sql, log, countryOf, isEdge }, (clicks) =>
  tell({ type: 'counted', clicks }),
)

parentPort?.on('message', (message: ToThread) => {
  if (message.type === 'write') writer.write(message.flush)
  else if (message.type === 'countStored') writer.countStored()
  else void answer(message)
})

async function answer({ type, requestId }: { type: 'settle' | 'stop'; requestId: number }) {
  await (type === 'settle' ? writer.settle() : writer.stop())
  if (type === 'stop') await sql.end()
  tell({ type: 'answer', requestId })
}

/**
 * If the processor is busy, redirects come first: their clicks are in the journal and may be counted
 * later. Only Linux sets the priority of one thread; other systems set that of the whole process.
 */
function lowerPriority() {
  if (process.platform !== 'linux') return
  try {
    setPriority(Math.min(getPriority() + NICER_BY, constants.priority.PRIORITY_LOW))
  } catch (error) {
    // A container may forbid the call.
    log.warn('clicks are counted at the same priority as redirects', { error })
  }
}
