import type { Client } from 'pg'
import { openClient, type DbAddress } from './client.ts'

/** Others may be given the connections that we look for, so it is looked for more than once. */
const LOOKS = 3

/**
 * Whether a pooler gives a session another connection with every transaction. Locks and listening are
 * then somebody else's, and a COMMIT that reaches an aborted transaction loses what was acknowledged.
 * Two sessions never share a connection otherwise, and none changes its own.
 */
export async function isPooledByTransaction(address: DbAddress): Promise<boolean> {
  const sessions = [openClient(address), openClient(address)] as const
  for (const session of sessions) session.on('error', () => {})
  try {
    for (const session of sessions) await session.connect()
    for (let look = 0; look < LOOKS; look += 1) if (await doShare(...sessions)) return true
    return false
  } finally {
    await Promise.all(sessions.map((session) => session.end().catch(() => {})))
  }
}

async function doShare(one: Client, other: Client): Promise<boolean> {
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
