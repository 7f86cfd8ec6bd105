import { eq, inArray } from 'drizzle-orm'
import { isAmazonShop } from '#contract/amazon.ts'
import type { NetworkSettings, NetworkSettingsEdit } from '#contract/money/networks.ts'
import { invalidateLink } from '../../links/invalidate.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { links, networkSettings } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { subIdPlace } from '../../redirect/sub-ids/networks.ts'

export async function readNetworkSettings(db: DbOrTx, userId: string): Promise<NetworkSettings> {
  const [row] = await db.select().from(networkSettings).where(eq(networkSettings.userId, userId))
  return { add_sub_ids: row?.addSubIds ?? false, amazon_tag: row?.amazonTag ?? '' }
}

/**
 * Changes the settings. Redirects of the user's network links use them from the commit on. Devices
 * load links to Amazon again, which say whether a tracking id is added.
 */
export async function editNetworkSettings(
  { db }: Deps,
  userId: string,
  { add_sub_ids, amazon_tag }: NetworkSettingsEdit,
): Promise<NetworkSettings> {
  return db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    const before = await readNetworkSettings(tx, userId)
    const addSubIds = add_sub_ids ?? before.add_sub_ids
    const amazonTag = amazon_tag ?? before.amazon_tag
    await tx
      .insert(networkSettings)
      .values({ userId, addSubIds, amazonTag })
      .onConflictDoUpdate({ target: networkSettings.userId, set: { addSubIds, amazonTag } })
    await invalidateNetworkLinks(tx, userId, changeSeq)
    return { add_sub_ids: addSubIds, amazon_tag: amazonTag }
  })
}

async function invalidateNetworkLinks(tx: Tx, userId: string, changeSeq: number): Promise<void> {
  const { id, domainId, shortCode, exactCode, url, rules } = links
  const rows = await tx
    .select({ id, domainId, shortCode, exactCode, url, rules })
    .from(links)
    .where(eq(links.userId, userId))
  const amazon = rows.filter((row) => isAmazonShop(row.url)).map((row) => row.id)
  await tx.update(links).set({ changeSeq }).where(inArray(links.id, amazon))
  for (const row of rows) {
    const targets = [row.url, ...(row.rules ?? []).flatMap(({ target_url }) => target_url ?? [])]
    if (targets.some((target) => isAmazonShop(target) || subIdPlace(target)))
      // oxlint-disable-next-line no-await-in-loop -- one connection; each has its own notice
      await invalidateLink(tx, row)
  }
}
