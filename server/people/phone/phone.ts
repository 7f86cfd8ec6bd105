import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { MobileState } from '#contract/account.ts'
import { phones } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { take } from '../../platform/http/throttle.ts'

export const CODE_MINUTES = 10
export const MOST_WRONG = 5

/** Six digits that only this installation can tell. */
export function codeOf({ secrets }: Pick<Deps, 'secrets'>, id: string): string {
  const digest = createHmac('sha256', secrets.signing).update(`phone-code:${id}`).digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

export async function mobileState(deps: Deps, userId: string): Promise<MobileState> {
  const [row] = await deps.db.select().from(phones).where(eq(phones.userId, userId))
  const delivery = deps.config.smsUrl === null ? 'outbox' : 'sms'
  if (!row) return { ...NONE, delivery }
  return {
    mobile: row.mobile ?? row.nextMobile,
    is_verified: row.mobile !== null,
    pending_mobile: row.nextMobile,
    code_until: row.codeUntil?.toISOString() ?? null,
    delivery,
  }
}

const NONE = { mobile: null, is_verified: false, pending_mobile: null, code_until: null }
const NO_NEXT = { nextMobile: null, codeId: null, codeUntil: null, wrongCodes: 0 }

/** Sends a code to a number; the one before stays until that is typed. */
export async function setMobile(deps: Deps, userId: string, mobile: string): Promise<MobileState> {
  const [row] = await deps.db.select().from(phones).where(eq(phones.userId, userId))
  if (row?.mobile === mobile) {
    // What stands there already takes a change back.
    await deps.db.update(phones).set(NO_NEXT).where(eq(phones.userId, userId))
    return mobileState(deps, userId)
  }
  await take(deps, { limit: 'smsByAccount', of: userId }, { limit: 'smsByNumber', of: mobile })
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

/** The code of the latest message, five tries and ten minutes. */
export async function verifyMobile(deps: Deps, userId: string, code: string): Promise<MobileState> {
  const codeId = await countTry(deps, userId)
  if (!same(codeOf(deps, codeId), code)) throw new FieldError('code', WRONG)
  // Another server may have sent a code to another number since.
  const confirmed = await deps.db
    .update(phones)
    .set({ mobile: sql`${phones.nextMobile}`, verifiedAt: sql`now()`, ...NO_NEXT })
    .where(and(eq(phones.userId, userId), eq(phones.codeId, codeId)))
    .returning({ userId: phones.userId })
  if (confirmed.length === 0) throw new FieldError('code', WRONG)
  return mobileState(deps, userId)
}

const WRONG = 'This is not the code. Check it.'

/** Before it is compared, and beside what a refusal undoes: of many at once none is one too many. */
async function countTry(
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
        lt(phones.wrongCodes, MOST_WRONG),
      ),
    )
    .returning({ codeId: phones.codeId })
  if (row?.codeId) return row.codeId
  throw new FieldError('code', await whyNone(all, userId))
}

async function whyNone(db: Deps['db'], userId: string): Promise<string> {
  const [row] = await db.select().from(phones).where(eq(phones.userId, userId))
  if (!row?.codeId) return 'No code was sent. Enter your number first.'
  return row.wrongCodes >= MOST_WRONG
    ? 'Too many wrong codes. Send a new one.'
    : 'This code is too old. Send a new one.'
}

/** In a time that does not tell how much of it is right; both have six digits. */
const same = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** Numbers whose code nobody typed are nobody's. */
export async function forgetUnconfirmed(db: Deps['db']): Promise<void> {
  const isOver = lt(phones.codeUntil, sql`now() - interval '1 day'`)
  await db.delete(phones).where(and(isOver, isNull(phones.mobile)))
  await db.update(phones).set(NO_NEXT).where(isOver)
}
