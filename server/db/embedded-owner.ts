import type { Sql } from 'postgres'
import { connect } from './client.ts'

/** Held by the one server that runs the database; PostgreSQL frees it when that server dies. */
const OWNER_LOCK = 7_303_014

type Owner = { sql: Sql; release: () => Promise<void> }

function openOne(socketDir: string, onclose: () => void = () => {}): Sql {
  const settings = { max: 1, connect_timeout: 2, max_lifetime: null, backoff: false, onclose }
  // Advisory locks are per database, so everyone asks in the same one.
  return connect({ socketDir, user: 'split', database: 'postgres' }, settings).sql
}

const tryLock = async (sql: Sql) => {
  const [row] = await sql<{ got: boolean }[]>`select pg_try_advisory_lock(${OWNER_LOCK}) as got`
  return row?.got === true
}

/** Takes the ownership and keeps it; null when the database does not answer or is taken. */
export async function holdOwnership(socketDir: string): Promise<Owner | null> {
  let released = false
  const sql = openOne(socketDir, () => {
    // A database that recovers from a crash of its own has dropped every connection and lock.
    if (!released) setTimeout(() => void tryLock(sql).catch(() => {}), 500).unref()
  })
  const release = async () => {
    released = true
    await sql.end({ timeout: 1 })
  }
  if (await tryLock(sql).catch(() => false)) return { sql, release }
  await release()
  return null
}

/** Does a server own the database behind this socket? `unknown` when it does not answer (yet, or any more). */
export async function ownerOf(socketDir: string): Promise<'held' | 'none' | 'unknown'> {
  if (socketDir === '') return 'unknown'
  const sql = openOne(socketDir)
  try {
    return (await tryLock(sql)) ? 'none' : 'held'
  } catch {
    return 'unknown'
  } finally {
    await sql.end({ timeout: 1 })
  }
}
