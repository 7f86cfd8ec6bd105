import { eq } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import { ENDS_BEFORE_START, endsBeforeStart, STARTS_AFTER_END } from '#contract/links/limits.ts'
import type { LinkEdit } from '#contract/links/link-edits.ts'
import type { DbOrTx, Tx } from '../platform/db/client.ts'
import { linkPlaces } from '../platform/db/schema.ts'
import type { Deps } from '../env.ts'
import { FieldError } from '../platform/http/errors.ts'
import { ownDomainOfUrl } from './link-domains.ts'
import type { LinkRow } from './link-rows.ts'
import { readTarget } from './target.ts'

type Ending = Pick<
  InferOutput<typeof LinkEdit>,
  'starts_at' | 'max_clicks' | 'expires_at' | 'fallback_url' | 'pass_query'
>
type Times = Pick<LinkRow, 'startsAt' | 'expiresAt'>

/**
 * Returns the changes of a link's start, expiry and click limit, its target after the end, and
 * whether it passes query parameters on. `current` holds the times of an existing link.
 */
export async function endingChanges(
  { config }: Pick<Deps, 'config'>,
  db: DbOrTx,
  { starts_at, max_clicks, expires_at, fallback_url, pass_query }: Ending,
  current: Times = { startsAt: null, expiresAt: null },
): Promise<Partial<LinkRow>> {
  refuseEndBeforeStart({ starts_at, expires_at }, current)
  const fallback =
    fallback_url &&
    readTarget(fallback_url, config, await ownDomainOfUrl(db, fallback_url), 'fallback_url').url
  return {
    ...(starts_at !== undefined && { startsAt: toDate(starts_at) }),
    ...(max_clicks !== undefined && { maxClicks: max_clicks }),
    ...(expires_at !== undefined && { expiresAt: toDate(expires_at) }),
    ...(fallback !== undefined && { fallbackUrl: fallback }),
    ...(pass_query !== undefined && { passQuery: pass_query }),
  }
}

const toDate = (time: string | null) => (time === null ? null : new Date(time))

/** Throws a FieldError for the changed field, for the start if both are changed. */
function refuseEndBeforeStart({ starts_at, expires_at }: Ending, current: Times) {
  if (starts_at === undefined && expires_at === undefined) return
  const start = starts_at === undefined ? textOf(current.startsAt) : starts_at
  const end = expires_at === undefined ? textOf(current.expiresAt) : expires_at
  if (!endsBeforeStart(start, end)) return
  throw starts_at === undefined
    ? new FieldError('expires_at', ENDS_BEFORE_START)
    : new FieldError('starts_at', STARTS_AFTER_END)
}

const textOf = (time: Date | null) => time?.toISOString() ?? null

/** Returns whether all openings of a link with a limit are used. */
export async function isUsedUp(db: DbOrTx, { id, maxClicks }: LinkRow): Promise<boolean> {
  if (maxClicks === null) return false
  const [row] = await db.select().from(linkPlaces).where(eq(linkPlaces.linkId, id))
  return (row?.used ?? 0) >= maxClicks
}

/** Deletes the number of openings of a link that no longer has a limit. */
export async function forgetPlaces(tx: Tx, before: LinkRow, after: LinkRow): Promise<void> {
  if (before.maxClicks === null || after.maxClicks !== null) return
  await tx.delete(linkPlaces).where(eq(linkPlaces.linkId, after.id))
}
