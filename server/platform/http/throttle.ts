import { createHmac } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { addressGroup, clientAddressOf } from './client-address.ts'
import { throttle } from '../db/schema.ts'
import { part, type SqlPart } from '../db/sql.ts'
import type { AppEnv, Deps } from '../../env.ts'
import { ThrottledError } from './errors.ts'

export type Limit = { tries: number; seconds: number; mayBeLost?: boolean }

const QUARTER_HOUR = 15 * 60

/**
 * Limits per account or address, as the name says. Those by address are high, because many users
 * may share one.
 */
export const LIMITS = {
  /** Tries for one account from one address. Tries from other addresses do not block the user. */
  signInFromAddress: { tries: 10, seconds: QUARTER_HOUR },
  /**
   * Tries from a browser in which the user has signed in before. Tries of strangers do not count
   * there.
   */
  signInByDevice: { tries: 10, seconds: QUARTER_HOUR },
  /** Tries from all other browsers. Beyond this, sign-in is delayed, but never blocked. */
  signInByAccount: { tries: 20, seconds: QUARTER_HOUR },
  signInByAddress: { tries: 100, seconds: QUARTER_HOUR },
  /**
   * Sign-ups with an address that already has an account. The limit hinders checking who has one.
   */
  takenByAddress: { tries: 10, seconds: QUARTER_HOUR },
  signUpByAddress: { tries: 300, seconds: QUARTER_HOUR },
  mailByAccount: { tries: 3, seconds: QUARTER_HOUR },
  mailByAddress: { tries: 30, seconds: QUARTER_HOUR },
  smsByAccount: { tries: 3, seconds: QUARTER_HOUR },
  /**
   * Codes to one phone number, from all accounts together, to prevent flooding it with messages.
   */
  smsByNumber: { tries: 5, seconds: 24 * 60 * 60 },
  uploadsByAccount: { tries: 300, seconds: 60 * 60 },
  /**
   * Pictures that must be fetched. Lists show stored pictures, so only a photo editor gets near
   * this.
   */
  foreignPicturesByAccount: { tries: 2000, seconds: 60 * 60 },
  /** Pictures that must be generated. A first scroll through 10,000 links stays well below. */
  picturesByAccount: { tries: 20_000, seconds: QUARTER_HOUR },
  /** Pictures that must be generated. After a page's first visitor they are stored. */
  picturesByAddress: { tries: 1000, seconds: QUARTER_HOUR },
  /** Invitations to an account, with those that are sent again. */
  memberMailsByAccount: { tries: 60, seconds: 24 * 60 * 60 },
  missingSalesByAccount: { tries: 30, seconds: 60 * 60 },
  archivesByAccount: { tries: 10, seconds: 60 * 60 },
  exportsByAccount: { tries: 60, seconds: 60 * 60 },
  /** Each change recomputes the user's daily statistics. */
  timeZonesByAccount: { tries: 20, seconds: 60 * 60 },
  extensionActionsByAccount: { tries: 600, seconds: 60 * 60 },
  importsByAccount: { tries: 120, seconds: 60 * 60 },
  /** Each fetches a page at another service and its pictures. */
  pageReadsByAccount: { tries: 20, seconds: 60 * 60 },
  /** Each calls a provider several times. */
  connectionsByAccount: { tries: 60, seconds: 60 * 60 },
  providerReadsByAccount: { tries: 600, seconds: 60 * 60 },
  /** Receipts for reporters. The form accepts any address. */
  receiptsByAddressee: { tries: 3, seconds: 60 * 60 },
  /**
   * Lookups of domains that no user has added. A proxy asks for each host that strangers request.
   */
  unknownDomainsByAddress: { tries: 600, seconds: 60 },
  /** Calls of shops with a wrong key or signature. */
  postbacksRefusedByAddress: { tries: 60, seconds: QUARTER_HOUR },
  postbacksByBrand: { tries: 6000, seconds: 60, mayBeLost: true },
  /**
   * Password checks before a signed-in user changes the email or payout address, or deletes the
   * account.
   */
  ownPasswordBySession: { tries: 10, seconds: QUARTER_HOUR },
  /**
   * Password checks over all sessions of a user. One session can use up 20 of them in a window,
   * which leaves 10 for others.
   */
  ownPasswordByAccount: { tries: 30, seconds: QUARTER_HOUR },
  /** Codes after the right password. Sign-in pauses beyond this, also for the owner. */
  codesByAccount: { tries: 5, seconds: QUARTER_HOUR },
  /** Codes of a signed-in user. A stolen session cannot use up the tries of other sessions. */
  ownCodesBySession: { tries: 5, seconds: QUARTER_HOUR },
  ownCodesByAccount: { tries: 15, seconds: QUARTER_HOUR },
  /** Answers of passkeys on the sign-in page that were refused. */
  passkeysByAddress: { tries: 30, seconds: QUARTER_HOUR },
  /** Challenges for passkeys on the sign-in page. */
  passkeyChallengesByAddress: { tries: 300, seconds: QUARTER_HOUR },
  /** Sign-ins that were started at the OpenID Connect provider. */
  providerSignInsByAddress: { tries: 300, seconds: QUARTER_HOUR },
  /** Each reveals whether an address has an account. */
  emailChangesByAccount: { tries: 5, seconds: 60 * 60 },
  wrongMailKeysByAddress: { tries: 60, seconds: QUARTER_HOUR },
  /** Sign-in links of brands. */
  deskKeysByAddress: { tries: 60, seconds: QUARTER_HOUR },
  /** Applications of brands. The form accepts any address. */
  applicationsByAddress: { tries: 10, seconds: 60 * 60 },
  /** Apps that register themselves. Servers of large apps register one for each of their users. */
  appRegistrationsByAddress: { tries: 100, seconds: 60 * 60 },
  /** Tries of invitation codes that do not exist. The limit hinders guessing codes. */
  unknownCodesByAddress: { tries: 60, seconds: QUARTER_HOUR },
  /** Tries of a visitor for the password of one link. */
  linkPasswordByAddress: { tries: 5, seconds: QUARTER_HOUR },
  abuseByAddress: { tries: 5, seconds: QUARTER_HOUR },
  reportsByAddress: { tries: 60, seconds: 60 },
} satisfies Record<string, Limit>

export type ThrottleDeps = Pick<Deps, 'beside' | 'db' | 'secrets'>

export type LimitName = keyof typeof LIMITS

/** Counter of one limit for one account or address. */
export type LimitKey = { limit: LimitName; of: string }

/**
 * Returns the connection outside the request's transaction, so that a refusal does not undo the
 * count.
 */
const counterDb = ({ beside, db }: ThrottleDeps) => beside ?? db

/**
 * Counts one try per limit. Throws ThrottledError if one is used up. Each count is one statement,
 * so limits hold across processes.
 */
export async function countAttempt(deps: ThrottleDeps, ...counted: LimitKey[]): Promise<void> {
  const rows = await Promise.all(counted.map((one) => countOneAttempt(deps, one)))
  throwIfThrottled(Math.max(...rows.map((row, n) => secondsOverLimit(row, counted[n]))))
}

/** Counts one try and returns the number of tries beyond the limit. For limits that only delay. */
export async function countBeyondLimit(deps: ThrottleDeps, counted: LimitKey): Promise<number> {
  const { count } = await countOneAttempt(deps, counted)
  return Math.max(0, count - LIMITS[counted.limit].tries)
}

/** Throws ThrottledError if a limit is used up. Counts nothing. */
export async function checkLimit(deps: ThrottleDeps, counted: LimitKey): Promise<void> {
  throwIfThrottled(await secondsToWait(deps, counted))
}

/**
 * Returns the seconds until a used-up limit resets, 0 while tries are left. For callers that write
 * their own message.
 */
export async function secondsToWait(deps: ThrottleDeps, counted: LimitKey): Promise<number> {
  const [row] = await counterDb(deps).named('throttle-check')<[{ seconds: number }]>`
    select ${secondsToWaitSql(deps, counted)} as seconds`
  return row.seconds
}

/**
 * Returns the seconds until reset as an SQL expression for a larger statement. The caller must
 * throw if the result is above 0.
 */
export const secondsToWaitSql = (deps: ThrottleDeps, { limit, of }: LimitKey): SqlPart => part`
  coalesce((
    select ceil(extract(epoch from reset_at - now()))::int from throttle
    where key = ${throttleKey(deps, limit, of)} and count >= ${LIMITS[limit].tries}::int
  ), 0)`

export function throwIfThrottled(seconds: number): void {
  if (seconds > 0) throw new ThrottledError(seconds)
}

/** Resets the counters, for example after the right password. */
export async function resetAttempts(deps: ThrottleDeps, ...counted: LimitKey[]): Promise<void> {
  const keys = counted.map(({ limit, of }) => throttleKey(deps, limit, of))
  await counterDb(deps).delete(throttle).where(inArray(throttle.key, keys))
}

/** Subtracts one try that turned out to be legitimate. */
export async function undoAttempt(deps: ThrottleDeps, { limit, of }: LimitKey): Promise<void> {
  await counterDb(deps)
    .update(throttle)
    .set({ count: sql`greatest(0, ${throttle.count} - 1)` })
    .where(eq(throttle.key, throttleKey(deps, limit, of)))
}

export const clientAddressGroup = (c: Pick<Context<AppEnv>, 'env' | 'req' | 'var'>) =>
  addressGroup(clientAddressOf(c, c.var.deps.config.trustedProxies))

export type AttemptCount = { count: number; seconds: number }

/** Returns the seconds to wait, 0 if the limit is not exceeded. */
export const secondsOverLimit = ({ count, seconds }: AttemptCount, counted?: LimitKey): number =>
  counted && count > LIMITS[counted.limit].tries ? Math.max(1, seconds) : 0

async function countOneAttempt(deps: ThrottleDeps, counted: LimitKey): Promise<AttemptCount> {
  const [row] = await counterDb(deps).named('throttle')<
    [AttemptCount]
  >`${countAttemptSql(deps, counted)}`
  return row
}

/**
 * Returns SQL that counts one try and returns `Tries`, as a statement or a part of one. The window
 * starts with the first try and is not extended. With `mayBeLost`, the statement does not wait for
 * the disk: a crash may lose a second of counts. `once` is a relation with one row, or none to
 * count nothing.
 */
export function countAttemptSql(
  deps: ThrottleDeps,
  { limit, of }: LimitKey,
  once = ONE_ROW,
): SqlPart {
  const { seconds, mayBeLost = false }: Limit = LIMITS[limit]
  return part`
    insert into throttle as known (key, count, reset_at)
    select ${throttleKey(deps, limit, of)}, 1, now() + make_interval(secs => ${seconds}::int) from ${once}
    on conflict (key) do update set
      count = case when known.reset_at <= now() then 1 else known.count + 1 end,
      reset_at = case when known.reset_at <= now() then excluded.reset_at else known.reset_at end
    returning known.count, ceil(extract(epoch from known.reset_at - now()))::int as seconds,
      case when ${mayBeLost}::boolean then set_config('synchronous_commit', 'off', true) end`
}

const ONE_ROW = part`(select 1) as once`

/** Returns a keyed hash, so that the table holds neither email addresses nor client addresses. */
const throttleKey = (deps: ThrottleDeps, limit: LimitName, of: string) =>
  `${limit}:${createHmac('sha256', deps.secrets.signing).update(of).digest('base64url')}`
