import type { Client } from 'pg'
import { openClient } from '../client.ts'

/** Held by the one server that runs the database; PostgreSQL frees it when that server dies. */
const OWNER_LOCK = 7_303_014
const AGAIN_MS = 500
const CONNECT_MS = 2000

type Owner = { client: Client; release: () => Promise<void> }

/** Connected, or null when the database does not answer. Advisory locks are per database, so everyone asks in the same one. */
async function open(socketDir: string): Promise<Client | null> {
  const address = { socketDir, user: 'split', database: 'postgres' }
  const client = openClient(address, { connectionTimeoutMillis: CONNECT_MS })
  client.on('error', () => {})
  try {
    return await client.connect()
  } catch {
    return null
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const text = 'select pg_try_advisory_lock($1) as got'
  const { rows } = await client.query<{ got: boolean }>(text, [OWNER_LOCK])
  return rows[0]?.got === true
}

/** Takes the ownership and keeps it; null when the database does not answer or is taken. */
export async function holdOwnership(socketDir: string): Promise<Owner | null> {
  const client = await lockedOn(socketDir)
  if (!client) return null
  let held = client
  let isReleased = false

  // A database that recovers from a crash of its own has dropped every connection and lock.
  function keep() {
    held.once('end', () => void again())
  }
  async function again(): Promise<void> {
    if (isReleased) return
    const next = await lockedOn(socketDir)
    if (!next) return void setTimeout(() => void again(), AGAIN_MS).unref()
    held = next
    if (isReleased) await end(next)
    else keep()
  }

  keep()
  return {
    client,
    async release() {
      isReleased = true
      await end(held)
    },
  }
}

/** A connection that holds the lock. */
async function lockedOn(socketDir: string): Promise<Client | null> {
  const client = await open(socketDir)
  if (!client) return null
  if (await tryLock(client).catch(() => false)) return client
  await end(client)
  return null
}

const end = (client: Client) => client.end().catch(() => {})

/** Does a server own the database behind this socket? `unknown` when it does not answer (yet, or any more). */
export async function ownerOf(socketDir: string): Promise<'held' | 'none' | 'unknown'> {
  const client = socketDir === '' ? null : await open(socketDir)
  if (!client) return 'unknown'
  try {
    return (await tryLock(client)) ? 'none' : 'held'
  } catch {
    return 'unknown'
  } finally {
    await end(client)
  }
}
