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

type Lease = {
  holder: string
  until: number
  /** Another tab or the worker wanted to run the work meanwhile. */
  isRequested?: boolean
}

/** Last run with each connection of this tab. */
const lastRuns = new WeakMap<MirrorDb, Promise<unknown>>()

/**
 * Runs `work` if no other tab or worker runs it. With Web Locks, waits for its turn; the lock ends
 * with its tab. Without them, as on an insecure origin, runs of the same tab wait for each other,
 * and a lease in the database keeps other tabs out. Returns null if another one holds the lease,
 * which then runs its own `work` once more, because it may not see the latest changes.
 */
export async function runExclusively<T>(
  db: MirrorDb,
  work: () => Promise<T>,
  holder = OWN_ID,
): Promise<T | null> {
  if (globalThis.navigator?.locks) return withLock(`outbox-${db.name}`, work)
  const earlier = lastRuns.get(db) ?? Promise.resolve()
  const run = earlier.then(() => runWithLease(db, work, holder))
  lastRuns.set(
    db,
    run.catch(() => undefined),
  )
  return run
}

async function runWithLease<T>(
  db: MirrorDb,
  work: () => Promise<T>,
  holder: string,
): Promise<T | null> {
  if (!(await takeLease(db, holder))) return null
  const renewing = setInterval(() => void takeLease(db, holder).catch(() => false), LEASE_MS / 3)
  try {
    let result = await work()
    while (!(await releaseLease(db, holder).catch(() => true))) result = await work()
    return result
  } finally {
    clearInterval(renewing)
    await dropLease(db, holder).catch(() => undefined)
  }
}

const readLease = async (db: MirrorDb) =>
  (await db.outboxNotes.get(LEASE))?.value as Lease | undefined

const putLease = (db: MirrorDb, lease: Lease) => db.outboxNotes.put({ name: LEASE, value: lease })

/** Takes or renews the lease. If another one holds it, requests a further run from the holder. */
const takeLease = (db: MirrorDb, holder: string): Promise<boolean> =>
  db.transaction('rw', db.outboxNotes, async () => {
    const lease = await readLease(db)
    const isFree = !lease || lease.holder === holder || lease.until <= Date.now()
    const own = lease?.holder === holder ? lease : { holder }
    await putLease(
      db,
      isFree ? { ...own, until: Date.now() + LEASE_MS } : { ...lease, isRequested: true },
    )
    return isFree
  })

/** Returns false and keeps the lease if a further run was requested. The request is removed. */
const releaseLease = (db: MirrorDb, holder: string): Promise<boolean> =>
  db.transaction('rw', db.outboxNotes, async () => {
    const lease = await readLease(db)
    if (lease?.holder !== holder) return true
    if (lease.isRequested) await putLease(db, { ...lease, isRequested: false })
    else await db.outboxNotes.delete(LEASE)
    return !lease.isRequested
  })

const dropLease = (db: MirrorDb, holder: string): Promise<void> =>
  db.transaction('rw', db.outboxNotes, async () => {
    const lease = await readLease(db)
    if (lease?.holder === holder) await db.outboxNotes.delete(LEASE)
  })
