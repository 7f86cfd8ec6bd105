import { and, count, eq, gt, isNotNull, min, sql } from 'drizzle-orm'
import type * as v from 'valibot'
import { APP_NAME } from '#contract/app-constants.ts'
import {
  containsWebAddress,
  MAX_INVITATIONS,
  type Invitations,
  type SendInvitationsAnswer,
  type ReferralMailStats,
} from '#contract/money/referrals.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { referralMails, users } from '../../platform/db/schema.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import { FieldError, ThrottledError } from '../../platform/http/errors.ts'
import type { Block } from '../../platform/letters/letter.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { blockToken, mailHash } from '../../people/accounts/mail-hash.ts'
import { latestLink } from './referral-links.ts'

const DAY_SECONDS = 24 * 60 * 60

const isOfLastDay = (userId: string) =>
  and(
    eq(referralMails.userId, userId),
    gt(referralMails.sentAt, sql`now() - make_interval(secs => ${DAY_SECONDS})`),
  )

/**
 * Returns how many more invitations the user may send now, and the seconds until the oldest of the
 * last 24 hours no longer counts.
 */
async function quotaOf(db: DbOrTx, userId: string) {
  const [row] = await db
    .select({
      sent: count(),
      seconds: sql<number>`coalesce(ceil(extract(epoch from ${min(referralMails.sentAt)}
        + make_interval(secs => ${DAY_SECONDS}) - now())), 0)::int`,
    })
    .from(referralMails)
    .where(isOfLastDay(userId))
  return { remaining: MAX_INVITATIONS - (row?.sent ?? 0), seconds: row?.seconds ?? 0 }
}

export async function mailStats(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: string,
): Promise<ReferralMailStats> {
  const [row] = await db
    .select({
      sent: count(),
      joined: sql<number>`count(*) filter (where ${isNotNull(referralMails.joinedAt)})::int`,
    })
    .from(referralMails)
    .where(eq(referralMails.userId, userId))
  const { remaining } = await quotaOf(db, userId)
  const enabled = config.referralMail
  return {
    sent: row?.sent ?? 0,
    joined: row?.joined ?? 0,
    remaining_today: enabled ? Math.max(0, remaining) : 0,
    enabled,
  }
}

/**
 * Sends invitations by email. An address gets only one invitation ever, from any user, and only if
 * the operator has enabled them. The sender needs a confirmed email address. Existing accounts are
 * treated the same, so that the response does not reveal them.
 */
export async function sendInvitations(
  deps: Deps,
  user: SignedInUser,
  { emails, message }: v.InferOutput<typeof Invitations>,
): Promise<v.InferOutput<typeof SendInvitationsAnswer>> {
  if (!deps.config.referralMail)
    throw new FieldError(
      'emails',
      'This server does not send invitations. Share your link instead.',
    )
  await refuseUnconfirmed(deps.db, user.id)
  const others = [...new Set(emails)].filter((email) => email !== user.email)
  await latestLink(deps.db, user.id, deps.config)
  const sent = await deps.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update')
    const fresh = await reserveAddresses(tx, deps, user.id, others)
    const { remaining, seconds } = await quotaOf(tx, user.id)
    if (remaining < 0) throw new ThrottledError(Math.max(1, seconds))
    for (const email of fresh)
      await deps.jobs.add(tx, 'referral-mail', { userId: user.id, email, message })
    return fresh.length
  })
  const skipped = emails.length - sent
  return { result: { sent, skipped, delivery: deps.mail.delivery } }
}

async function refuseUnconfirmed(db: DbOrTx, userId: string) {
  const confirmed = and(eq(users.id, userId), isNotNull(users.emailConfirmedAt))
  if ((await db.$count(users, confirmed)) === 0)
    throw new FieldError(
      'emails',
      'Confirm your own email address first, because invitations are sent in your name.',
    )
}

/** Returns the addresses that had no invitation before, and marks them as invited. */
async function reserveAddresses(tx: Tx, { secrets }: Deps, userId: string, emails: string[]) {
  const byHash = new Map(emails.map((email) => [mailHash(secrets, email), email]))
  if (byHash.size === 0) return []
  const rows = await tx
    .insert(referralMails)
    .values([...byHash.keys()].sort().map((emailHash) => ({ emailHash, userId })))
    .onConflictDoNothing()
    .returning({ emailHash: referralMails.emailHash })
  return rows.flatMap(({ emailHash }) => byHash.get(emailHash) ?? [])
}

export const referralMail: JobHandler<'referral-mail'> = async (deps, payload) => {
  const { db, secrets, config, mail } = deps
  const { userId, email, message } = payload
  const [person] = await db
    .select({ email: users.email, first: users.nameFirst, last: users.nameLast })
    .from(users)
    .where(eq(users.id, userId))
  const hash = mailHash(secrets, email)
  const [row] = await db
    .select({ blockedAt: referralMails.blockedAt })
    .from(referralMails)
    .where(eq(referralMails.emailHash, hash))
  if (!person || row?.blockedAt) return
  const { url } = await latestLink(db, userId, config)
  const sender = senderOf(person)
  await mail.send({
    to: email,
    subject: `You’re invited to ${APP_NAME}`,
    blocks: blocksOf({ who: sender, message, url }),
    unsubscribe: {
      why: 'We send only one invitation to each address. You can also opt out for good:',
      action: 'Stop invitations',
      href: `${config.appOrigin}/r/no-more/${blockToken(secrets, hash)}`,
    },
  })
}

/** Returns the sender's email address, with their name unless the name contains an address. */
function senderOf({ email, first, last }: { email: string; first: string; last: string }) {
  const name = `${first} ${last}`.trim()
  return name === '' || containsWebAddress(name) ? email : `${name} (${email})`
}

type InvitationText = { who: string; message: string; url: string }

const blocksOf = ({ who, message, url }: InvitationText): Block[] => [
  `${who} invites you to ${APP_NAME}: short links to the things you recommend, with every click counted.`,
  ...(message ? ['They write:', quoted(message)] : []),
  { action: 'Join here', href: url },
  'If you join, they see your name and the day you joined, nothing else.',
]

const quoted = (message: string) =>
  message
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n')

/** Blocks further invitations to an address. It has a row already, because it got an invitation. */
export async function blockInvitations(db: DbOrTx, emailHash: string): Promise<void> {
  await db
    .update(referralMails)
    .set({ blockedAt: sql`coalesce(${referralMails.blockedAt}, now())` })
    .where(eq(referralMails.emailHash, emailHash))
}
