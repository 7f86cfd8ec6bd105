import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { chatChannels, chatMessages } from '../../platform/db/schema.ts'
import { brandChannel, channelWith } from './channels.ts'
import { pageOf, type MessagePage, type Window } from './messages.ts'
import { readByOther } from './read.ts'
import { reportOne } from './reports.ts'
import { say, type MessageRow } from './say.ts'

const MOST_CHANNELS = 500

/*
 * The other side of the chat: a brand, or support if its id is null. Users appear only as ids; the
 * modules in `unmasking` decide what a brand may see of them.
 */

export type BrandsChannel = {
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
): Promise<BrandsChannel[]> {
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
    .limit(MOST_CHANNELS)
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

type Place = { organizationId: string | null; channelId: string }

/** Returns the user in a channel, or undefined if the channel does not belong to the brand. */
export async function personOfChannel(
  db: DbOrTx,
  { organizationId, channelId }: Place,
): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: chatChannels.userId })
    .from(chatChannels)
    .where(brandChannel(organizationId, channelId))
  return row?.userId
}

/**
 * Returns one page of messages, oldest first. The caller has checked that the channel belongs to
 * the brand.
 */
export const messagesOf = (
  db: DbOrTx,
  channelId: string,
  window: Window = {},
): Promise<MessagePage> => pageOf(db, channelId, window)

/** Returns the channel with a user. Creates it if the brand writes first. */
export const channelWithPerson = (
  db: Db,
  { organizationId, userId }: { organizationId: string | null; userId: string },
): Promise<string> => db.transaction((tx) => channelWith(tx, userId, organizationId))

/**
 * Sends a message as the brand. Throws 404 if the channel is not the brand's, and 429 if it sends
 * too many messages.
 */
export const sayAsBrand = (
  db: Db,
  { organizationId, channelId, text, key }: Place & { text: string; key: string | null },
): Promise<MessageRow> =>
  say(db, {
    side: 'other',
    where: brandChannel(organizationId, channelId),
    text,
    upload: null,
    key,
  })

/** Marks messages as read up to the given one. A lower number changes nothing. */
export async function markReadByBrand(
  db: Db,
  { organizationId, channelId, sequence }: Place & { sequence: number },
): Promise<void> {
  const where = brandChannel(organizationId, channelId)
  if (!(await readByOther(db, where, sequence))) throw new HTTPException(404)
}

/**
 * Reports a message of the user. Throws 404 if there is no such message in a channel of the brand.
 */
export async function reportMessage(
  db: DbOrTx,
  { organizationId, channelId, sequence, reason }: Place & { sequence: number; reason: string },
): Promise<void> {
  const where = brandChannel(organizationId, channelId)
  if (!(await reportOne(db, { where, sequence, by: 'other', reason }))) throw new HTTPException(404)
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
