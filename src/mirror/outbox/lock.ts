import { withLock } from '#http/under-lock.ts'
import type { MirrorDb } from '../store/db.ts'

const LEASE = 'lease'
/**
 * Duration of a lease. It is longer than any request takes, so a lease in use never expires; after
 * a crash, the outbox waits this long.
 */
const LEASE_MS = 45_000

/** Id of this tab or worker. */
const OWN_ID: string = crypto.randomUUID()

type Lease = { holder: string; until: number }

/**
 * Runs `work` if no other tab or worker runs it. With Web Locks, waits for its turn; the lock ends
 * with its tab. Without them, as on an insecure origin, a lease in the database is used. Returns
 * null if another one holds the lease.
 */
export async function runExclusively<T>(
  db: MirrorDb,
  work: () => Promise<T>,
  holder = OWN_ID,
): Promise<T | null> {
  if (globalThis.navigator?.locks) return withLock(`outbox-${db.name}`, work)
  if (!(await takeLease(db, holder))) return null
  const renewing = setInterval(() => void takeLease(db, holder).catch(() => false), LEASE_MS / 3)
  try {
    return await work()
  } finally {
    clearInterval(renewing)
    await dropLease(db, holder).catch(() => undefined)
  }
}

const takeLease = (db: MirrorDb, holder: string): Promise<boolean> =>
  db.transaction('rw', db.outboxNotes, async () => {
    const lease = (await db.outboxNotes.get(LEASE))?.value as Lease | undefined
    if (lease && lease.holder !== holder && lease.until > Date.now()) return false
    await db.outboxNotes.put({ name: LEASE, value: { holder, until: Date.now() + LEASE_MS } })
    return true
  })

const dropLease = (db: MirrorDb, holder: string): Promise<void> =>
  db.transaction('rw', db.outboxNotes, async () => {
    const lease = (await db.outboxNotes.get(LEASE))?.value as Lease | undefined
    if (lease?.holder === holder) await db.outboxNotes.delete(LEASE)
  })
