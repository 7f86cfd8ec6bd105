import { eq } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { links } from '../../platform/db/schema.ts'
import type { ReportRow } from '../../links/network-reports/report-rows.ts'
import { linkPartOf, parseClickKey, type ClickKey } from '../../redirect/sub-ids/click-key.ts'
import { existingSubId } from '../../redirect/sub-ids/networks.ts'

/** Link and click of a row; null if they are not known. */
export type Match = { linkId: string | null; click: ClickKey['click'] }

/** Finds the link of a row. */
export type Matcher = (row: Pick<ReportRow, 'subId'>) => Match

/**
 * Prepares matching for a user: by the click key in the sub-id, or by a sub-id that exactly one of
 * the user's targets already has.
 */
export async function createMatcher(db: DbOrTx, userId: string): Promise<Matcher> {
  const rows = await db
    .select({ id: links.id, url: links.url })
    .from(links)
    .where(eq(links.userId, userId))
  const byPart = onlyOnes(rows.map(({ id }) => [linkPartOf(id), id]))
  const bySubId = onlyOnes(rows.map(({ id, url }) => [existingSubId(url).toLowerCase(), id]))
  return ({ subId }) => {
    const key = parseClickKey(subId)
    const linkId = key && byPart.get(key.linkPart)
    if (key && linkId) return { linkId, click: key.click }
    const own = subId === '' ? undefined : bySubId.get(subId.trim().toLowerCase())
    return { linkId: own ?? null, click: null }
  }
}

/** Returns a map in which a key of several links leads to none. */
function onlyOnes(pairs: [key: string, id: string][]): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>()
  for (const [key, id] of pairs) found.set(key, found.has(key) ? null : id)
  return found
}
