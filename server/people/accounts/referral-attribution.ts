import { and, eq, isNull, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ReferralCode } from '#contract/money/referrals.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { referralLinks, referralMails, referrals, users } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { mailHash } from './mail-hash.ts'

/** Owner of the referral link that led to the sign-up. */
export type Referrer = { id: string; email: string; linkId: number }

/** Returns the owner of a referral code, or undefined for an unknown code. */
export async function findReferrer(
  db: DbOrTx,
  code: string | undefined,
): Promise<Referrer | undefined> {
  const parsed = v.safeParse(ReferralCode, code)
  if (!parsed.success) return undefined
  const [row] = await db
    .select({ id: users.id, email: users.email, linkId: referralLinks.id })
    .from(referralLinks)
    .innerJoin(users, eq(users.id, referralLinks.userId))
    .where(eq(referralLinks.code, parsed.output))
  return row
}

/** Removes the tag of an address: `ana+shop@` is the mailbox `ana@`. */
const mailbox = (email: string) => email.replace(/\+[^@]*@/, '@')

/**
 * Records that a new account came through a referral link. Runs in the transaction that creates the
 * account, so existing accounts are never attributed later.
 */
export async function recordReferral(
  tx: Tx,
  { secrets, config }: Pick<Deps, 'secrets' | 'config'>,
  referrer: Referrer,
  newUser: { id: string; email: string },
): Promise<void> {
  if (mailbox(newUser.email) === mailbox(referrer.email)) return
  await tx.insert(referrals).values({
    referredId: newUser.id,
    referrerId: referrer.id,
    linkId: referrer.linkId,
    shareBasisPoints: config.referralShare * 100,
  })
  await tx
    .update(referralMails)
    .set({ joinedAt: sql`now()` })
    .where(
      and(
        eq(referralMails.emailHash, mailHash(secrets, newUser.email)),
        eq(referralMails.userId, referrer.id),
        isNull(referralMails.joinedAt),
      ),
    )
}
