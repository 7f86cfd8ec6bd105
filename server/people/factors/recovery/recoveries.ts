import { createHmac } from 'node:crypto'
import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { RECOVERY_HOURS, type FactorRecovery } from '#contract/people/factors.ts'
import type { Deps } from '../../../env.ts'
import type { Db, DbOrTx, Tx } from '../../../platform/db/client.ts'
import { factorRecoveries } from '../../../platform/db/schema.ts'
import { isEqualInConstantTime } from '../../../platform/http/signed-cookies.ts'
import { notifyRecovery } from '../../activity/factors.ts'

const HOUR_MS = 60 * 60 * 1000
/** Days after the waiting time in which the link removes the factors. */
export const LINK_DAYS = 7

export type Recovery = typeof factorRecoveries.$inferSelect
/** Use of a link in an email. */
export type RecoveryLink = 'undo' | 'finish'

const isUndecided = and(isNull(factorRecoveries.undoneAt), isNull(factorRecoveries.finishedAt))

/** Selects requests that wait, or whose link still works. */
const isOpen = (at: Date) =>
  and(isUndecided, gt(factorRecoveries.endsAt, new Date(at.getTime() - LINK_DAYS * 24 * HOUR_MS)))

const ownOpen = (userId: string, at: Date) => and(eq(factorRecoveries.userId, userId), isOpen(at))

/** Returns the key of a link. It is derived, so the database alone does not reveal it. */
export const recoveryKey = (
  { secrets }: Pick<Deps, 'secrets'>,
  id: string,
  link: RecoveryLink,
): string =>
  createHmac('sha256', secrets.signing).update(`recovery:${link}:${id}`).digest('base64url')

/** Open request for the console of the operator. */
export type OpenRecovery = { userId: string; askedAt: Date; endsAt: Date }

/** Returns the users who lost their second factor and wait for its removal, oldest first. */
export const listOpenRecoveries = (db: Db, at = new Date()): Promise<OpenRecovery[]> =>
  db
    .select({
      userId: factorRecoveries.userId,
      askedAt: factorRecoveries.askedAt,
      endsAt: factorRecoveries.endsAt,
    })
    .from(factorRecoveries)
    .where(isOpen(at))
    .orderBy(factorRecoveries.askedAt)

/** Returns the open request of a user. */
export async function findRecovery(db: DbOrTx, userId: string): Promise<Recovery | undefined> {
  const [row] = await db.select().from(factorRecoveries).where(ownOpen(userId, new Date()))
  return row
}

export const toRecovery = ({ askedAt, endsAt }: Recovery): FactorRecovery => ({
  asked_at: askedAt.toISOString(),
  ends_at: endsAt.toISOString(),
})

/**
 * Starts the waiting time and tells the user by email and on all devices. If there is an open
 * request, returns that one unchanged.
 */
export async function startRecovery(deps: Deps, userId: string): Promise<Recovery> {
  return deps.db.transaction(async (tx) => {
    const at = new Date()
    await closeRecoveries(tx, userId, { onlyExpiredAt: at })
    const endsAt = new Date(at.getTime() + RECOVERY_HOURS * HOUR_MS)
    const [row] = await tx
      .insert(factorRecoveries)
      .values({ userId, askedAt: at, endsAt })
      .onConflictDoNothing()
      .returning()
    if (row) {
      await deps.jobs.add(tx, 'recovery-mail', { id: row.id, about: 'started' })
      await notifyRecovery(tx, { id: row.id, userId, endsAt })
    }
    const open = row ?? (await findRecovery(tx, userId))
    if (!open) throw new Error('no open recovery')
    return open
  })
}

/** Closes the open request of a user, or only an expired one. */
export async function closeRecoveries(
  tx: DbOrTx,
  userId: string,
  { onlyExpiredAt }: { onlyExpiredAt?: Date } = {},
): Promise<boolean> {
  const isOld =
    onlyExpiredAt &&
    lte(factorRecoveries.endsAt, new Date(onlyExpiredAt.getTime() - LINK_DAYS * 24 * HOUR_MS))
  const rows = await tx
    .update(factorRecoveries)
    .set({ undoneAt: sql`now()` })
    .where(and(eq(factorRecoveries.userId, userId), isUndecided, isOld))
    .returning({ id: factorRecoveries.id })
  return rows.length > 0
}

/** Records that the operator removed the factors, so that money waits as after a recovery. */
export async function recordReset(tx: Tx, userId: string): Promise<void> {
  const at = new Date()
  await tx.insert(factorRecoveries).values({ userId, askedAt: at, endsAt: at, finishedAt: at })
}

/** Stops the recovery from a signed-in device. */
export async function undoRecovery({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  if (!(await closeRecoveries(db, userId))) throw new HTTPException(404)
}

/** State of a link in an email. */
export type LinkState = 'good' | 'early' | 'done' | 'closed' | 'unknown'

/** Returns the request of a link and whether the link works now. Locks the row in a transaction. */
export async function readLink(
  { db, secrets }: { db: Db | Tx; secrets: Deps['secrets'] },
  link: RecoveryLink,
  { id, key }: { id: string; key: string },
): Promise<{ state: LinkState; row?: Recovery }> {
  if (!isEqualInConstantTime(key, recoveryKey({ secrets }, id, link))) return { state: 'unknown' }
  const [row] = await db
    .select()
    .from(factorRecoveries)
    .where(eq(factorRecoveries.id, id))
    .for('update')
  return row ? { state: stateOf(row, link), row } : { state: 'unknown' }
}

function stateOf({ undoneAt, finishedAt, endsAt }: Recovery, link: RecoveryLink): LinkState {
  if (link === 'undo' && undoneAt) return 'done'
  if (link === 'finish' && finishedAt) return 'done'
  const expiresAt = endsAt.getTime() + LINK_DAYS * 24 * HOUR_MS
  if (undoneAt || finishedAt || expiresAt <= Date.now()) return 'closed'
  return link === 'finish' && endsAt.getTime() > Date.now() ? 'early' : 'good'
}
