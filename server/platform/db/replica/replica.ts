import type { ReplicaSettings } from '../../config/config-replica.ts'
import type { Log } from '../../log/log.ts'
import { withTimeout } from '../../with-timeout.ts'
import { openPool, transactionOf, type Db, type Tx } from '../client.ts'
import type { PatientPool } from '../pool.ts'
import { namedIn, sqlOf, type Named, type TransactionSql } from '../sql.ts'
import { askIn, type Ask } from '../statement.ts'
import { inTransaction } from '../transaction.ts'
import { Positions } from './positions.ts'
import { mismatchOf, readStanding, type Standing } from './standing.ts'

/** Data of a replica, unchanged while it is read. */
export type ReplicaData = {
  sql: TransactionSql
  db: Tx
  /** Everything committed before this time is included (`performance.now()`). */
  completeAt: number
}

export type ReplicaState = {
  /** Host, port and database. */
  place: string
  /** Age of its data; null if it is not known. */
  lagSeconds: number | null
  /** Reason why it is not used; null while it is used. */
  problem: string | null
}

/**
 * Read replica. It may lag and may show transactions in another order than the primary, so it only
 * serves reads that tolerate or check this.
 */
export type Replica = {
  /**
   * Runs a read on the replica. Returns null if the primary has to be asked instead: without a
   * usable replica, after an error, or if the read returns null.
   */
  read<T>(work: (data: ReplicaData) => Promise<T | null>): Promise<T | null>
  /** Returns null if there is no replica. */
  state(): ReplicaState | null
  stop(): Promise<void>
}

/** Number of connections for reads. One more checks the replica. */
const CONNECTIONS = 4
const CHECK_EVERY_MS = 1000
/** Maximum time of a check. A replica that takes longer is not used. */
const CHECK_MS = 2000
/** Maximum time of a read. After it, the primary is asked. */
const READ_MS = 5000

/** Problem of the first seconds, while no position of the primary is old enough to compare with. */
const CATCHING_UP = 'it has not caught up since this server started'

/** Returns the replica of a server without one. */
export const noReplica = (): Replica => ({
  read: async () => null,
  state: () => null,
  stop: async () => {},
})

type Options = { settings: ReplicaSettings; primary: Pick<Db, 'named'>; log: Log }

/** Opens a replica and checks it every second. Does not wait for it. */
export function openReplica(options: Options): Replica {
  const replica = new CheckedReplica(options)
  replica.keepChecking()
  return replica
}

/** Replica whose identity and progress are compared with the primary's. */
export class CheckedReplica implements Replica {
  readonly #settings: ReplicaSettings
  readonly #primaryDb: Pick<Db, 'named'>
  readonly #log: Log
  readonly #reads: PatientPool
  readonly #checks: PatientPool
  readonly #positions = new Positions()
  #primary: Standing | undefined
  /** Latest standing of the replica, or the reason why there is none. */
  #seen: Standing | string = 'it has not answered yet'
  #loggedProblem: string | null | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor({ settings, primary, log }: Options) {
    this.#settings = settings
    this.#log = log
    this.#primaryDb = primary
    const address = { url: settings.url }
    this.#reads = openPool(address, { max: CONNECTIONS, patienceMs: 0, statementMs: READ_MS })
    this.#checks = openPool(address, { max: 1, patienceMs: 0, statementMs: CHECK_MS })
  }

  keepChecking() {
    void this.check().finally(() => {
      if (this.#isStopped) return
      this.#timer = setTimeout(() => this.keepChecking(), CHECK_EVERY_MS).unref()
    })
  }

  /** Reads the position of the primary, then the standing of the replica. */
  async check(): Promise<void> {
    const startedAt = performance.now()
    const primary = await answerOf(this.#primaryDb.named)
    if (primary) this.#remember(primary, startedAt)
    this.#seen = (await answerOf(namedIn(askIn(this.#checks)))) ?? 'it does not answer'
    this.#logChange()
  }

  #remember(primary: Standing, at: number) {
    const { identity, timeline } = this.#primary ?? primary
    // Positions of another primary say nothing about this one.
    if (identity !== primary.identity || timeline !== primary.timeline) this.#positions.clear()
    this.#primary = primary
    this.#positions.add(at, primary.position)
  }

  #logChange() {
    const { place, problem } = this.state()
    if (problem === this.#loggedProblem || problem === CATCHING_UP || this.#isStopped) return
    this.#loggedProblem = problem
    if (problem === null) this.#log.info('the read replica is used', { place })
    else this.#log.warn('the read replica is not used', { place, reason: problem })
  }

  state(): ReplicaState {
    const { host, pathname } = new URL(this.#settings.url)
    const place = `${host}${pathname}`
    const seen = this.#seen
    if (typeof seen === 'string') return { place, lagSeconds: null, problem: seen }
    const completeAt = this.#positions.timeOf(seen.position)
    const lagSeconds =
      completeAt === null ? seen.idleSeconds : (performance.now() - completeAt) / 1000
    return { place, lagSeconds, problem: this.#problemOf(seen) }
  }

  #problemOf(standing: Standing): string | null {
    if (!this.#primary) return 'the primary does not answer'
    const mismatch = mismatchOf(this.#primary, standing)
    if (mismatch !== null) return mismatch
    const { maxLagSeconds } = this.#settings
    const oldest = performance.now() - maxLagSeconds * 1000
    const completeAt = this.#positions.timeOf(standing.position)
    if (completeAt !== null && completeAt >= oldest) return null
    const isLate = completeAt !== null || this.#positions.reachBackTo(oldest)
    return isLate ? `it is more than ${maxLagSeconds} seconds behind` : CATCHING_UP
  }

  async read<T>(work: (data: ReplicaData) => Promise<T | null>): Promise<T | null> {
    if (this.state().problem !== null) return null
    return withTimeout(
      READ_MS,
      this.#readNow(work).catch((error: unknown) => {
        this.#log.debug('a read of the replica failed', { error })
        return null
      }),
      null,
    )
  }

  async #readNow<T>(work: (data: ReplicaData) => Promise<T | null>): Promise<T | null> {
    let completeAt: number | null = null
    return inTransaction(
      this.#reads,
      async ({ client, ...scope }) => {
        if (completeAt === null) return null
        const here = { ...scope, client, ask: inTurn(scope.ask) }
        return work({ sql: sqlOf(here), db: transactionOf(here), completeAt })
      },
      {
        begin: 'begin isolation level repeatable read, read only',
        // The same connection is checked before its data is read, because a load balancer may lead
        // each connection to another replica.
        before: async (ask) => {
          const standing = await readStanding(namedIn(ask))
          if (this.#problemOf(standing) === null)
            completeAt = this.#positions.timeOf(standing.position)
        },
      },
    )
  }

  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await Promise.all([this.#reads.end(), this.#checks.end()])
  }
}

const answerOf = (named: Named): Promise<Standing | null> =>
  withTimeout(
    CHECK_MS,
    readStanding(named).catch(() => null),
    null,
  )

/** Runs one statement after the other, because a connection can only run one. */
function inTurn(ask: Ask): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return (statement) => {
    const next = last.catch(() => {}).then(() => ask(statement))
    last = next
    return next
  }
}
