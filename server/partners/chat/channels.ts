import { and, eq, isNull, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { APP_NAME } from '#contract/app-constants.ts'
import type { NewChannel } from '#contract/partners/chat.ts'
import { getBrand } from '../../links/brands/organizations.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { brands, campaigns, chatChannels } from '../../platform/db/schema.ts'
import { addEvent } from './chat-events.ts'

export const SUPPORT_NAME = `${APP_NAME} support`

/** Builds the condition for a channel of the user. All queries for signed-in users use it. */
export const isUserChannel = (userId: string, channelId: string) =>
  and(eq(chatChannels.userId, userId), eq(chatChannels.id, channelId))

/** Builds the condition for a channel of a brand, or of support if `brandId` is null. */
export const isBrandChannel = (brandId: string | null, channelId: string) =>
  and(
    brandId === null ? isNull(chatChannels.brandId) : eq(chatChannels.brandId, brandId),
    eq(chatChannels.id, channelId),
  )

/** Opens the user's channel with a brand or with support. Creates it on first use. */
export async function openChannel(
  db: Db,
  userId: string,
  wish: NewChannel,
): Promise<{ channel_url: string; name: string }> {
  const brand = await brandOf(db, wish)
  const brandId = brand?.id ?? null
  const id = await db.transaction(async (tx) => {
    const id = await findOrCreateChannel(tx, userId, brandId)
    if (wish.campaign_id !== undefined) await setCampaign(tx, id, wish.campaign_id)
    return id
  })
  return { channel_url: id, name: brand?.name ?? SUPPORT_NAME }
}

/** Stores the campaign that the user applies to. The user's next message is the application. */
const setCampaign = (tx: Tx, channelId: string, applyingTo: number) =>
  tx.update(chatChannels).set({ applyingTo }).where(eq(chatChannels.id, channelId))

/**
 * Returns the channel, or creates it. Of two concurrent calls, the second waits and finds the
 * channel of the first.
 */
export async function findOrCreateChannel(
  tx: Tx,
  userId: string,
  brandId: string | null,
): Promise<string> {
  const [made] = await tx
    .insert(chatChannels)
    .values({ userId, brandId })
    .onConflictDoNothing()
    .returning({ id: chatChannels.id })
  if (made) {
    await addEvent(tx, userId, { kind: 'channel', channelId: made.id })
    return made.id
  }
  const [known] = await tx
    .select({ id: chatChannels.id })
    .from(chatChannels)
    .where(
      and(
        eq(chatChannels.userId, userId),
        brandId === null ? isNull(chatChannels.brandId) : eq(chatChannels.brandId, brandId),
      ),
    )
  if (!known) throw new Error('a channel is neither new nor there')
  return known.id
}

async function brandOf(db: DbOrTx, wish: NewChannel) {
  if (wish.organization_uuid !== undefined) return getBrand(db, wish.organization_uuid)
  if (wish.campaign_id === undefined) return null
  const [row] = await db
    .select({ id: brands.id, name: brands.name })
    .from(campaigns)
    .innerJoin(brands, eq(brands.id, campaigns.brandId))
    .where(
      and(
        eq(campaigns.id, wish.campaign_id),
        isNull(campaigns.archivedAt),
        isNull(brands.archivedAt),
      ),
    )
  if (!row) throw new HTTPException(404)
  return row
}

/** Builds the number of messages that the user has not read, in one channel or in all. */
export const unreadCount = (userId: string, channelId?: string) => sql<number>`(
  select count(*)::int from chat_messages unread
  join chat_channels theirs on theirs.id = unread.channel_id
  where theirs.user_id = ${userId}::uuid ${channelId === undefined ? sql`` : sql`and theirs.id = ${channelId}::uuid`}
    and unread.author = 'other' and unread.sequence > theirs.person_read)`

export async function totalUnread(db: DbOrTx, userId: string): Promise<number> {
  const [row] = await db.select({ unread: unreadCount(userId) }).from(sql`(select 1) as one`)
  return row?.unread ?? 0
}
