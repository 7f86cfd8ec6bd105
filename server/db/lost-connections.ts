import { Writable } from 'node:stream'
import type { Sql, TransactionSql } from 'postgres'
import { unavailableBy } from './unavailable.ts'

/** A transaction and the connection it runs on; lost with it, whatever becomes of that connection. */
type Lease = { isLost: boolean }

/** Of the driver's own objects, what is used here (postgres 3.4.9, pinned for it). */
type Connection = { id: number; execute: (query: Query) => unknown }
type Query = {
  handler: (query: Query) => void
  executed: boolean
  streaming?: boolean
  resolve: (value: unknown) => void
  reject: (error: Error) => void
}
type Work = (tx: TransactionSql) => unknown
type AnyFunction = (...given: unknown[]) => unknown
type BeginOptions = { onexecute?: (connection: Connection) => void }

/**
 * The driver goes on sending a transaction's statements after its connection was lost: its own
 * ROLLBACK into nothing, which throws where nobody can catch it and ends the process, and later ones
 * on the connection's successor, outside of any transaction. Here they are refused instead. Every
 * pool passes through this one place; `reserve` is not covered and not used.
 */
export function guardTransactions(sql: Sql): void {
  const owners = new WeakMap<object, Lease>()
  const leases = new Map<number, Lease>()
  const guarded = new WeakSet<Connection>()
  const options = sql.options as { onclose?: (id: number) => void }
  const { onclose } = options
  const { begin, unsafe } = sql as unknown as { begin: AnyFunction; unsafe: AnyFunction }
  let opening: Lease | undefined
  resendUnsent(Object.getPrototypeOf(sql.unsafe('')) as QueryClass)

  function guard(connection: Connection) {
    if (guarded.has(connection)) return
    guarded.add(connection)
    const { execute } = connection
    connection.execute = (query) => {
      if (owners.get(query.handler)?.isLost) {
        query.reject(lost())
        return true
      }
      if (query.streaming) guardStream(query)
      return execute(query)
    }
  }

  /** Statements are known by the scope that they are asked in: the transaction, or a savepoint of it. */
  function adopt(tx: TransactionSql, lease: Lease): TransactionSql {
    owners.set((tx.unsafe('') as unknown as Query).handler, lease)
    const { savepoint } = tx as unknown as { savepoint: AnyFunction }
    return Object.assign(tx, {
      async savepoint(...given: unknown[]) {
        if (lease.isLost) throw lost()
        const work = given.pop() as Work
        return savepoint(...given, (inner: TransactionSql) => work(adopt(inner, lease)))
      },
    })
  }

  Object.assign(options, {
    onclose(id: number) {
      const lease = leases.get(id)
      if (lease) lease.isLost = true
      leases.delete(id)
      onclose?.(id)
    },
  })
  Object.assign(sql, {
    begin(...given: unknown[]) {
      const work = given.pop() as Work
      const lease = (opening = { isLost: false })
      try {
        return begin(...given, (tx: TransactionSql) => work(adopt(tx, lease)))
      } finally {
        opening = undefined
      }
    },
    /** `begin` says in this way, and at once, on which connection it got. */
    unsafe(text: string, ...rest: unknown[]) {
      const [values, settings] = rest as [unknown, BeginOptions | undefined]
      const lease = opening
      if (!lease || !settings?.onexecute) return unsafe(text, ...rest)
      const onexecute = (connection: Connection) => {
        guard(connection)
        leases.set(connection.id, lease)
        settings.onexecute?.(connection)
      }
      return unsafe(text, values, { ...settings, onexecute })
    },
  })
}

type QueryClass = { handle: (this: Query) => Promise<unknown>; resends?: true }

/**
 * Why a connection ended is told by the driver to the first statement on its successor, which was
 * not sent: the one that was under way has heard that the connection is closed.
 */
function resendUnsent(queries: QueryClass) {
  if (queries.resends) return
  queries.resends = true
  const { handle } = queries
  queries.handle = function (this: Query) {
    if (this.executed) return handle.call(this)
    const { reject } = this
    this.reject = (error) => {
      this.reject = reject
      if (!isOld(error)) reject(error)
      else setImmediate(() => this.handler(this))
    }
    return handle.call(this)
  }
}

/** Stopped, after a crash, or idle for too long: no start of a connection fails like this. */
const isOld = ({ code = '', severity }: Error & { code?: string; severity?: string }) =>
  severity === 'FATAL' && /^(57P0[125]|25P0[34])$/.test(code)

/** A COPY writes straight to the socket, which may be gone: that is an error of the stream, no more. */
function guardStream(query: Query) {
  const { resolve } = query
  query.resolve = (stream) => {
    if (stream instanceof Writable) guardParts(stream as unknown as Record<string, AnyFunction>)
    resolve(stream)
  }
}

/** What a stream has its maker do; the last that is given is whom to tell of it. */
function guardParts(stream: Record<string, AnyFunction>) {
  for (const name of ['_write', '_final', '_destroy']) {
    const part = stream[name]?.bind(stream)
    stream[name] = (...given) => {
      try {
        part?.(...given)
      } catch {
        const tell = given.at(-1) as (error: Error) => void
        // The end itself was told before it failed.
        if (name !== '_destroy') tell(lost())
      }
    }
  }
}

const lost = () =>
  Object.assign(new Error('the connection of this transaction was lost'), {
    code: 'CONNECTION_CLOSED',
  })

/**
 * A connection that is lost while the driver asks it for the database's types rejects a promise that
 * the driver keeps to itself. Whoever waited for the connection hears of it; the process must not end.
 */
export function outliveLostConnections() {
  process.on('unhandledRejection', (reason) => {
    if (unavailableBy(reason) !== 'gone') throw reason
  })
}
