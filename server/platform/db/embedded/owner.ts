import type { Client } from 'pg'
import { openClient } from '../client.ts'

/**
 * Advisory lock of the server that runs the database. PostgreSQL releases it when that server dies.
 */
const OWNER_LOCK = 7_303_014
const AGAIN_MS = 500
const CONNECT_MS = 2000

type Owner = { client: Client; release: () => Promise<void> }

/**
 * Connects, or returns null if the database does not respond. Advisory locks belong to one
 * database, so all servers use the same one.
 */
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

/**
 * Takes the owner lock and keeps it. Returns null if the database does not respond or another
 * server holds the lock.
 */
export async function holdOwnership(socketDir: string): Promise<Owner | null> {
  const client = await lockedOn(socketDir)
  if (!client) return null
  let lockClient = client
  let isReleased = false

  // When the database recovers from a crash, it drops all connections and locks.
  function keep() {
    lockClient.once('end', () => void again())
  }
  async function again(): Promise<void> {
    if (isReleased) return
    const next = await lockedOn(socketDir)
    if (!next) return void setTimeout(() => void again(), AGAIN_MS).unref()
    lockClient = next
    if (isReleased) await end(next)
    else keep()
  }

  keep()
  return {
    client,
    async release() {
      isReleased = true
      await end(lockClient)
    },
  }
}

/** Returns a connection that holds the lock, or null. */
async function lockedOn(socketDir: string): Promise<Client | null> {
  const client = await open(socketDir)
  if (!client) return null
  if (await tryLock(client).catch(() => false)) return client
  await end(client)
  return null
}

const end = (client: Client) => client.end().catch(() => {})

/**
 * Returns whether a server owns the database behind this socket. `unknown` means that the database
 * does not respond.
 */
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
