import { createHmac } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { addressGroup, addressOf } from './client-address.ts'
import { throttle } from '../db/schema.ts'
import { part, type SqlPart } from '../db/sql.ts'
import type { AppEnv, Deps } from '../../env.ts'
import { ThrottledError } from './errors.ts'

export type Limit = { tries: number; seconds: number; mayBeLost?: boolean }

const QUARTER_HOUR = 15 * 60

/** Per account or address as the name says; the wide ones leave room for many people behind one address. */
export const LIMITS = {
  /** Of one account from one address: a stranger's tries close nobody else's way in. */
  signInFromAddress: { tries: 10, seconds: QUARTER_HOUR },
  /** From a browser on which that person has signed in before; strangers' tries don't count there. */
  signInByDevice: { tries: 10, seconds: QUARTER_HOUR },
  /** From wherever, but for such browsers; beyond these it slows down and never closes. */
  signInByAccount: { tries: 20, seconds: QUARTER_HOUR },
  signInByAddress: { tries: 100, seconds: QUARTER_HOUR },
  /** Sign-ups that ran into an existing account: the way to find out who has one. */
  takenByAddress: { tries: 10, seconds: QUARTER_HOUR },
  signUpByAddress: { tries: 300, seconds: QUARTER_HOUR },
  mailByAccount: { tries: 3, seconds: QUARTER_HOUR },
  mailByAddress: { tries: 30, seconds: QUARTER_HOUR },
  smsByAccount: { tries: 3, seconds: QUARTER_HOUR },
  /** Whoever asks: a phone that rings all day is nobody's confirmation. */
  smsByNumber: { tries: 5, seconds: 24 * 60 * 60 },
  uploadsByAccount: { tries: 300, seconds: 60 * 60 },
  /** Only what has to be fetched: lists show stored pictures, so this is a photo editor. */
  foreignPicturesByAccount: { tries: 2000, seconds: 60 * 60 },
  /** Only what has to be made: a first scroll through ten thousand links is well below it. */
  picturesByAccount: { tries: 20_000, seconds: QUARTER_HOUR },
  /** Of what has to be made: after the first visitor a page's pictures are there already. */
  picturesByAddress: { tries: 1000, seconds: QUARTER_HOUR },
  missingSalesByAccount: { tries: 30, seconds: 60 * 60 },
  archivesByAccount: { tries: 10, seconds: 60 * 60 },
  exportsByAccount: { tries: 60, seconds: 60 * 60 },
  /** Each adds somebody's days up anew. */
  timeZonesByAccount: { tries: 20, seconds: 60 * 60 },
  extensionActionsByAccount: { tries: 600, seconds: 60 * 60 },
  importsByAccount: { tries: 120, seconds: 60 * 60 },
  /** Each asks a provider several times. */
  connectionsByAccount: { tries: 60, seconds: 60 * 60 },
  providerReadsByAccount: { tries: 600, seconds: 60 * 60 },
  /** Receipts of reports: the form takes any address. */
  receiptsByAddressee: { tries: 3, seconds: 60 * 60 },
  /** Names that are no domain of anybody; a proxy asks for whatever strangers ask it for. */
  unknownDomainsByAddress: { tries: 600, seconds: 60 },
  /** Calls of shops with a wrong key or signature. */
  postbacksRefusedByAddress: { tries: 60, seconds: QUARTER_HOUR },
  postbacksByBrand: { tries: 6000, seconds: 60, mayBeLost: true },
  /** Of somebody who is signed in: to move the account, the money, or to leave. */
  ownPasswordBySession: { tries: 10, seconds: QUARTER_HOUR },
  /** By all of their sessions: one alone, in two windows of its own, leaves the others ten. */
  ownPasswordByAccount: { tries: 30, seconds: QUARTER_HOUR },
  /** Each says whether an address has an account. */
  emailChangesByAccount: { tries: 5, seconds: 60 * 60 },
  wrongMailKeysByAddress: { tries: 60, seconds: QUARTER_HOUR },
  /** Links to a brand's desk. */
  deskKeysByAddress: { tries: 60, seconds: QUARTER_HOUR },
  /** Invitations that nobody gave: the way to find out who invites. */
  unknownCodesByAddress: { tries: 60, seconds: QUARTER_HOUR },
  abuseByAddress: { tries: 5, seconds: QUARTER_HOUR },
  reportsByAddress: { tries: 60, seconds: 60 },
} satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

/** One thing that is counted: this limit, for this account or address. */
export type Counted = { limit: LimitName; of: string }

/** A refusal takes back what a request under a key has written, but not that it was a try. */
const dbOf = ({ beside, db }: Pick<Deps, 'beside' | 'db'>) => beside ?? db

/** Counts one try against each; throws when one of them is used up. One statement, so it holds across processes. */
export async function take(deps: Deps, ...counted: Counted[]): Promise<void> {
  const rows = await Promise.all(counted.map((one) => countOne(deps, one)))
  refuseFor(Math.max(...rows.map((row, n) => secondsBeyond(row, counted[n]))))
}

/** Counts one try and answers how many there are beyond the limit; for what only slows down. */
export async function takeBeyond(deps: Deps, counted: Counted): Promise<number> {
  const { count } = await countOne(deps, counted)
  return Math.max(0, count - LIMITS[counted.limit].tries)
}

/** Throws when a limit is used up, and counts nothing. */
export async function check(deps: Deps, counted: Counted): Promise<void> {
  refuseFor(await secondsToWait(deps, counted))
}

/** `check` for whoever answers in words of their own; 0 while tries are left. */
export async function secondsToWait(deps: Deps, counted: Counted): Promise<number> {
  const [row] = await dbOf(deps).named('throttle-check')<[{ seconds: number }]>`
    select ${secondsUsedUp(deps, counted)} as seconds`
  return row.seconds
}

/** `check` as a value in a larger statement: what it answers is handed to `refuseFor`. */
export const secondsUsedUp = (deps: Deps, { limit, of }: Counted): SqlPart => part`
  coalesce((
    select ceil(extract(epoch from reset_at - now()))::int from throttle
    where key = ${keyOf(deps, limit, of)} and count >= ${LIMITS[limit].tries}::int
  ), 0)`

export function refuseFor(seconds: number): void {
  if (seconds > 0) throw new ThrottledError(seconds)
}

/** Forgets the tries, say after the right password. */
export async function forgive(deps: Deps, ...counted: Counted[]): Promise<void> {
  const keys = counted.map(({ limit, of }) => keyOf(deps, limit, of))
  await dbOf(deps).delete(throttle).where(inArray(throttle.key, keys))
}

/** Takes one try back: it turned out to be a good one. */
export async function giveBack(deps: Deps, { limit, of }: Counted): Promise<void> {
  await dbOf(deps)
    .update(throttle)
    .set({ count: sql`greatest(0, ${throttle.count} - 1)` })
    .where(eq(throttle.key, keyOf(deps, limit, of)))
}

export const clientOf = (c: Pick<Context<AppEnv>, 'env' | 'req' | 'var'>) =>
  addressGroup(addressOf(c, c.var.deps.config.trustedProxies))

export type Tries = { count: number; seconds: number }

/** Seconds to wait, or 0. */
export const secondsBeyond = ({ count, seconds }: Tries, counted?: Counted): number =>
  counted && count > LIMITS[counted.limit].tries ? Math.max(1, seconds) : 0

async function countOne(deps: Deps, counted: Counted): Promise<Tries> {
  const [row] = await dbOf(deps).named('throttle')<[Tries]>`${counting(deps, counted)}`
  return row
}

/**
 * Counts one try, as a statement or a part of one: it answers `Tries`. The window starts with the first
 * try and is not extended by later ones. Where a second of counting may be lost with the machine, nobody
 * waits for the disk. `once` is a row, or none where there is nothing to count.
 */
export function counting(deps: Deps, { limit, of }: Counted, once = ONCE): SqlPart {
  const { seconds, mayBeLost = false }: Limit = LIMITS[limit]
  return part`
    insert into throttle as known (key, count, reset_at)
    select ${keyOf(deps, limit, of)}, 1, now() + make_interval(secs => ${seconds}::int) from ${once}
    on conflict (key) do update set
      count = case when known.reset_at <= now() then 1 else known.count + 1 end,
      reset_at = case when known.reset_at <= now() then excluded.reset_at else known.reset_at end
    returning known.count, ceil(extract(epoch from known.reset_at - now()))::int as seconds,
      case when ${mayBeLost}::boolean then set_config('synchronous_commit', 'off', true) end`
}

const ONCE = part`(select 1) as once`

/** Keyed hash: the table holds neither e-mail addresses nor client addresses. */
const keyOf = (deps: Deps, limit: LimitName, of: string) =>
  `${limit}:${createHmac('sha256', deps.secrets.signing).update(of).digest('base64url')}`
