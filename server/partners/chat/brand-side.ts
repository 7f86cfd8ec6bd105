import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { chatChannels, chatMessages } from '../../platform/db/schema.ts'
import { isBrandChannel, findOrCreateChannel } from './channels.ts'
import { readPage, type MessagePage, type MessageRange } from './messages.ts'
import { markReadByOther } from './read.ts'
import { storeMessageReport } from './reports.ts'
import { sendMessage, type MessageRow } from './send-message.ts'

const MAX_CHANNELS = 500

/*
 * The other side of the chat: a brand, or support if its id is null. Users appear only as ids; the
 * modules in `unmasking` decide what a brand may see of them.
 */

export type BrandChannel = {
  id: string
  userId: string
  last: Pick<MessageRow, 'author' | 'text' | 'imageKey' | 'createdAt' | 'sequence'> | null
  unread: number
  lastSequence: number
  /** Last message that the brand, and the user, has read. */
  brandRead: number
  personRead: number
  updatedAt: Date
}

/** Returns the channels of a brand, newest first, without empty ones. */
export async function channelsOfBrand(
  db: DbOrTx,
  organizationId: string | null,
): Promise<BrandChannel[]> {
  const rows = await db
    .select({
      channel: chatChannels,
      last: {
        author: chatMessages.author,
        text: chatMessages.text,
        imageKey: chatMessages.imageKey,
        createdAt: chatMessages.createdAt,
        sequence: chatMessages.sequence,
      },
      unread: sql<number>`(
        select count(*)::int from chat_messages unread
        where unread.channel_id = ${chatChannels.id} and unread.author = 'person'
          and unread.sequence > ${chatChannels.otherRead})`,
    })
    .from(chatChannels)
    .innerJoin(
      chatMessages,
      and(
        eq(chatMessages.channelId, chatChannels.id),
        eq(chatMessages.sequence, chatChannels.lastSequence),
      ),
    )
    .where(
      organizationId === null
        ? isNull(chatChannels.brandId)
        : eq(chatChannels.brandId, organizationId),
    )
    .orderBy(desc(chatChannels.updatedAt), desc(chatChannels.id))
    .limit(MAX_CHANNELS)
  return rows.map(({ channel, last, unread }) => ({
    id: channel.id,
    userId: channel.userId,
    last,
    unread,
    lastSequence: channel.lastSequence,
    brandRead: channel.otherRead,
    personRead: channel.personRead,
    updatedAt: channel.updatedAt,
  }))
}

type BrandChannelRef = { organizationId: string | null; channelId: string }

/** Returns the user in a channel, or undefined if the channel does not belong to the brand. */
export async function userOfChannel(
  db: DbOrTx,
  { organizationId, channelId }: BrandChannelRef,
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: chatChannels.userId })
    .from(chatChannels)
    .where(isBrandChannel(organizationId, channelId))
  return row?.userId
}

/**
 * Returns one page of messages, oldest first. The caller has checked that the channel belongs to
 * the brand.
 */
export const messagesOf = (
  db: DbOrTx,
  channelId: string,
  window: MessageRange = {},
): Promise<MessagePage> => readPage(db, channelId, window)

/** Returns the channel with a user. Creates it if the brand writes first. */
export const openChannelWithUser = (
  db: Db,
  { organizationId, userId }: { organizationId: string | null; userId: string },
): Promise<string> => db.transaction((tx) => findOrCreateChannel(tx, userId, organizationId))

/**
 * Sends a message as the brand. Throws 404 if the channel is not the brand's, and 429 if it sends
 * too many messages.
 */
export const sendAsBrand = (
  db: Db,
  { organizationId, channelId, text, key }: BrandChannelRef & { text: string; key: string | null },
): Promise<MessageRow> =>
  sendMessage(db, {
    side: 'other',
    where: isBrandChannel(organizationId, channelId),
    text,
    upload: null,
    key,
  })

/** Marks messages as read up to the given one. A lower number changes nothing. */
export async function markReadByBrand(
  db: Db,
  { organizationId, channelId, sequence }: BrandChannelRef & { sequence: number },
): Promise<void> {
  const where = isBrandChannel(organizationId, channelId)
  if (!(await markReadByOther(db, where, sequence))) throw new HTTPException(404)
}

/**
 * Reports a message of the user. Throws 404 if there is no such message in a channel of the brand.
 */
export async function reportMessage(
  db: DbOrTx,
  {
    organizationId,
    channelId,
    sequence,
    reason,
  }: BrandChannelRef & { sequence: number; reason: string },
): Promise<void> {
  const where = isBrandChannel(organizationId, channelId)
  if (!(await storeMessageReport(db, { where, sequence, by: 'other', reason })))
    throw new HTTPException(404)
}

/** Returns the number of users who applied, by campaign. */
export async function applicationsOf(
  db: DbOrTx,
  organizationId: string,
): Promise<Map<number, number>> {
  const rows = await db
    .select({
      campaignId: chatMessages.campaignId,
      people: sql<number>`count(distinct ${chatMessages.channelId})::int`,
    })
    .from(chatMessages)
    .innerJoin(chatChannels, eq(chatChannels.id, chatMessages.channelId))
    .where(and(eq(chatChannels.brandId, organizationId), isNotNull(chatMessages.campaignId)))
    .groupBy(chatMessages.campaignId)
  return new Map(rows.map(({ campaignId, people }) => [campaignId ?? 0, people]))
}
