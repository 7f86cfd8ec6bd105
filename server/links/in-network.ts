import { and, asc, eq, gt, inArray, or, sql, type SQL } from 'drizzle-orm'
import { findBrands } from './brands/find-brands.ts'
import { nextChange } from '../platform/db/changes.ts'
import type { Db, DbOrTx, Tx } from '../platform/db/client.ts'
import { links } from '../platform/db/schema.ts'
import type { JobPayloads } from '../platform/jobs/job-types.ts'
import type { JobHandler } from '../platform/jobs/job-handler.ts'
import { invalidateLink } from './invalidate.ts'
import type { LinkRow } from './link-rows.ts'

export { findBrand } from './brands/find-brands.ts'

const BATCH_SIZE = 500
const MIN_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Updates the links of a brand after a change of its stores, percentage or parameter. Links of the
 * former owner of a store are updated too. Each user's links are updated in a separate transaction
 * to keep locks short. A repeated run is harmless.
 */
export const brandLinks: JobHandler<'brand-links'> = async ({ db }, payload, signal) => {
  let after = MIN_UUID
  while (!signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- each lot begins where the one before ended
    const batch = await readBatch(db, payload, after)
    // oxlint-disable-next-line no-await-in-loop
    const wrong = await outdatedLinks(db, payload, batch)
    for (const [userId, ids] of byPerson(wrong)) {
      // oxlint-disable-next-line no-await-in-loop -- one person's rows are locked at a time
      await db.transaction((tx) => updateLinks(tx, payload, userId, ids))
    }
    if (batch.length < BATCH_SIZE) return
    after = batch.at(-1)?.id ?? MIN_UUID
  }
  // The job was interrupted. Throwing makes the queue run it again.
  signal.throwIfAborted()
}

type AffectedLink = Pick<
  LinkRow,
  'id' | 'userId' | 'url' | 'brandId' | 'treatAsInNetwork' | 'domainId' | 'shortCode' | 'exactCode'
> & { hasRules: boolean }

const affectedColumns = {
  id: links.id,
  userId: links.userId,
  url: links.url,
  brandId: links.brandId,
  treatAsInNetwork: links.treatAsInNetwork,
  domainId: links.domainId,
  shortCode: links.shortCode,
  exactCode: links.exactCode,
  hasRules: sql<boolean>`${links.rules} is not null`,
}

const readBatch = (db: Db, { brandId, hosts }: JobPayloads['brand-links'], after: string) =>
  db
    .select(affectedColumns)
    .from(links)
    .where(
      and(gt(links.id, after), or(eq(links.brandId, brandId), isAtHost(hosts), hasRuleAt(hosts))),
    )
    .orderBy(asc(links.id))
    .limit(BATCH_SIZE)

/** Matches these hosts and their subdomains. */
function isAtHost(hosts: string[]): SQL {
  const host = sql`rtrim(${links.host}, '.')`
  return sql`exists (select 1 from unnest(${sql.param(hosts)}::text[]) as store(host)
    where ${host} = store.host or right(${host}, length(store.host) + 1) = '.' || store.host)`
}

/** Matches links with a rule whose target may be at one of these hosts. */
const hasRuleAt = (hosts: string[]): SQL =>
  sql`exists (select 1 from unnest(${sql.param(hosts)}::text[]) as store(host)
    where position(store.host in ${links.rules}::text) > 0)`

type Next = AffectedLink & Pick<LinkRow, 'brandId' | 'treatAsInNetwork'>

/**
 * Returns the links whose brand has changed, and all links of the brand if its own data has
 * changed.
 */
async function outdatedLinks(
  db: DbOrTx,
  { brandId, isChanged }: JobPayloads['brand-links'],
  rows: AffectedLink[],
): Promise<Next[]> {
  const found = await findBrands(
    db,
    rows.map(({ url }) => url),
  )
  return rows.flatMap((row) => {
    const now = found.get(row.url)?.id ?? null
    if (now === row.brandId) return (isChanged && now === brandId) || row.hasRules ? [row] : []
    // Keep the creator's opt-out. A link without a brand could not be opted out.
    const treatAsInNetwork = now !== null && (row.brandId === null || row.treatAsInNetwork)
    return [{ ...row, brandId: now, treatAsInNetwork }]
  })
}

function byPerson(rows: Next[]): Map<string, string[]> {
  const people = new Map<string, string[]>()
  for (const { userId, id } of rows) people.set(userId, [...(people.get(userId) ?? []), id])
  return people
}

/** Checks the links again under a lock, because they may have been edited. */
async function updateLinks(
  tx: Tx,
  payload: JobPayloads['brand-links'],
  userId: string,
  ids: string[],
) {
  const changeSeq = await nextChange(tx, userId)
  const rows = await tx
    .select(affectedColumns)
    .from(links)
    .where(and(eq(links.userId, userId), inArray(links.id, ids)))
    .orderBy(asc(links.id))
    .for('update')
  for (const { id, domainId, shortCode, exactCode, ...next } of await outdatedLinks(
    tx,
    payload,
    rows,
  )) {
    const { brandId, treatAsInNetwork } = next
    // oxlint-disable-next-line no-await-in-loop -- one connection; each has its own notice
    await tx.update(links).set({ brandId, treatAsInNetwork, changeSeq }).where(eq(links.id, id))
    // oxlint-disable-next-line no-await-in-loop
    await invalidateLink(tx, { domainId, shortCode, exactCode })
  }
}
