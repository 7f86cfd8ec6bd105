import { underLock } from '#http/under-lock.ts'
import type { MirrorDb } from '../store/db.ts'

const LEASE = 'lease'
/** Longer than one request may take, so that a lease in use never runs out; a crash costs this much. */
const LEASE_MS = 45_000

/** This tab, or this worker. */
const ME: string = crypto.randomUUID()

type Lease = { holder: string; until: number }

/**
 * Runs `work` when no other tab (nor the worker) is at the same. Web Locks wait for their turn and
 * end with their tab. Without them, as on an address that is not secure, a lease in the database says
 * who is at work, and whoever is not leaves it to them: null.
 */
export async function alone<T>(
  db: MirrorDb,
  work: () => Promise<T>,
  holder = ME,
): Promise<T | null> {
  if (globalThis.navigator?.locks) return underLock(`outbox-${db.name}`, work)
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
