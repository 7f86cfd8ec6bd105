import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { MobileState } from '#contract/people/account.ts'
import { phones } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { countAttempt } from '../../platform/http/throttle.ts'

export const CODE_MINUTES = 10
export const MAX_WRONG_CODES = 5

/**
 * Returns the six-digit code of an id. It is derived from the signing secret, so the database does
 * not contain it.
 */
export function codeFromId({ secrets }: Pick<Deps, 'secrets'>, id: string): string {
  const digest = createHmac('sha256', secrets.signing).update(`phone-code:${id}`).digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

export async function mobileState(deps: Deps, userId: string): Promise<MobileState> {
  const [row] = await deps.db.select().from(phones).where(eq(phones.userId, userId))
  const delivery = deps.config.smsUrl === null ? 'outbox' : 'sms'
  if (!row) return { ...EMPTY_STATE, delivery }
  return {
    mobile: row.mobile ?? row.nextMobile,
    is_verified: row.mobile !== null,
    pending_mobile: row.nextMobile,
    code_until: row.codeUntil?.toISOString() ?? null,
    delivery,
  }
}

const EMPTY_STATE = { mobile: null, is_verified: false, pending_mobile: null, code_until: null }
const NO_PENDING = { nextMobile: null, codeId: null, codeUntil: null, wrongCodes: 0 }

/** Sends a code to a new number. The confirmed number stays until the code is entered. */
export async function setMobile(deps: Deps, userId: string, mobile: string): Promise<MobileState> {
  const [row] = await deps.db.select().from(phones).where(eq(phones.userId, userId))
  if (row?.mobile === mobile) {
    // Entering the current number cancels a pending change.
    await deps.db.update(phones).set(NO_PENDING).where(eq(phones.userId, userId))
    return mobileState(deps, userId)
  }
  await countAttempt(
    deps,
    { limit: 'smsByAccount', of: userId },
    { limit: 'smsByNumber', of: mobile },
  )
  const codeId = randomUUID()
  const next = {
    nextMobile: mobile,
    codeId,
    codeUntil: sql`now() + make_interval(mins => ${CODE_MINUTES})`,
    wrongCodes: 0,
  }
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(phones)
      .values({ userId, ...next })
      .onConflictDoUpdate({ target: phones.userId, set: next })
    await deps.jobs.add(tx, 'phone-code', { userId, codeId }, { key: `phone-code:${userId}` })
  })
  return mobileState(deps, userId)
}

/**
 * Confirms a number with the latest code. A code has five attempts and expires after ten minutes.
 */
export async function verifyMobile(deps: Deps, userId: string, code: string): Promise<MobileState> {
  const codeId = await countCodeAttempt(deps, userId)
  if (!isSameCode(codeFromId(deps, codeId), code)) throw new FieldError('code', WRONG_CODE_TEXT)
  // Another request may have replaced the code in the meantime.
  const confirmed = await deps.db
    .update(phones)
    .set({ mobile: sql`${phones.nextMobile}`, verifiedAt: sql`now()`, ...NO_PENDING })
    .where(and(eq(phones.userId, userId), eq(phones.codeId, codeId)))
    .returning({ userId: phones.userId })
  if (confirmed.length === 0) throw new FieldError('code', WRONG_CODE_TEXT)
  return mobileState(deps, userId)
}

const WRONG_CODE_TEXT = 'This code is wrong. Check it and try again.'

/**
 * Counts an attempt before comparing the code, so that simultaneous attempts cannot exceed the
 * limit. Uses a connection outside the request's transaction, because a rejection rolls that back.
 */
async function countCodeAttempt(
  { db, beside }: Pick<Deps, 'db' | 'beside'>,
  userId: string,
): Promise<string> {
  const all = beside ?? db
  const [row] = await all
    .update(phones)
    .set({ wrongCodes: sql`${phones.wrongCodes} + 1` })
    .where(
      and(
        eq(phones.userId, userId),
        gt(phones.codeUntil, sql`now()`),
        lt(phones.wrongCodes, MAX_WRONG_CODES),
      ),
    )
    .returning({ codeId: phones.codeId })
  if (row?.codeId) return row.codeId
  throw new FieldError('code', await codeError(all, userId))
}

async function codeError(db: Deps['db'], userId: string): Promise<string> {
  const [row] = await db.select().from(phones).where(eq(phones.userId, userId))
  if (!row?.codeId) return 'No code was sent. Enter your number first.'
  return row.wrongCodes >= MAX_WRONG_CODES
    ? 'Too many wrong codes. Request a new one.'
    : 'This code has expired. Request a new one.'
}

/** Compares two codes in constant time. */
const isSameCode = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Deletes numbers whose code was not entered within a day of its expiry. */
export async function deleteUnconfirmed(db: Deps['db']): Promise<void> {
  const isOver = lt(phones.codeUntil, sql`now() - interval '1 day'`)
  await db.delete(phones).where(and(isOver, isNull(phones.mobile)))
  await db.update(phones).set(NO_PENDING).where(isOver)
}
