import type { Client } from 'pg'
import { openClient, type DbAddress } from './client.ts'

/**
 * Number of attempts. Other clients can get the connections in between, which hides a shared one.
 */
const ATTEMPTS = 3

/**
 * Returns whether a pooler assigns connections per transaction. In this mode, locks and
 * notifications do not work, and a COMMIT can reach another session, which loses data. Detected by
 * two sessions that share a connection or by one that changes it.
 */
export async function isPooledByTransaction(address: DbAddress): Promise<boolean> {
  const sessions = [openClient(address), openClient(address)] as const
  for (const session of sessions) session.on('error', () => {})
  try {
    for (const session of sessions) await session.connect()
    for (let look = 0; look < ATTEMPTS; look += 1)
      if (await shareConnection(...sessions)) return true
    return false
  } finally {
    await Promise.all(sessions.map((session) => session.end().catch(() => {})))
  }
}

async function shareConnection(one: Client, other: Client): Promise<boolean> {
  const mine = await backendOf(one)
  await other.query('begin')
  try {
    return (await backendOf(other)) === mine || (await backendOf(one)) !== mine
  } finally {
    await other.query('rollback')
  }
}

async function backendOf(session: Client): Promise<number | undefined> {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
