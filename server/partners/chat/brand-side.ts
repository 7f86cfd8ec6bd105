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
 * The other side of the chat: a brand at its desk, or, with null for its id, support. A person is their id
 * here and nothing else; what a brand may see of them is not for this room to say.
 */

export type BrandsChannel = {
  id: string
  userId: string
  last: Pick<MessageRow, 'author' | 'text' | 'imageKey' | 'createdAt' | 'sequence'> | null
  unread: number
  lastSequence: number
  /** Up to which the brand has read, and up to which the person has. */
  brandRead: number
  personRead: number
  updatedAt: Date
}

/** The channels of a brand, newest first; those in which nobody has written yet are left out. */
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

/** Whom a brand talks to there; undefined for a channel that is not this brand's. */
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
 * A page of a channel, ascending. Whose channel it is has been looked at before (`personOfChannel`).
 */
export const messagesOf = (
  db: DbOrTx,
  channelId: string,
  window: Window = {},
): Promise<MessagePage> => pageOf(db, channelId, window)

/** The channel with a person, made on the first word of the brand. */
export const channelWithPerson = (
  db: Db,
  { organizationId, userId }: { organizationId: string | null; userId: string },
): Promise<string> => db.transaction((tx) => channelWith(tx, userId, organizationId))

/** Throws a 404 for a channel that is not this brand's, and a 429 for too much at once. */
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

/** Up to this message; never less than before. */
export async function markReadByBrand(
  db: Db,
  { organizationId, channelId, sequence }: Place & { sequence: number },
): Promise<void> {
  const where = brandChannel(organizationId, channelId)
  if (!(await readByOther(db, where, sequence))) throw new HTTPException(404)
}

/** Throws a 404 for a message that is not the person's, or of a channel that is not this brand's. */
export async function reportMessage(
  db: DbOrTx,
  { organizationId, channelId, sequence, reason }: Place & { sequence: number; reason: string },
): Promise<void> {
  const where = brandChannel(organizationId, channelId)
  if (!(await reportOne(db, { where, sequence, by: 'other', reason }))) throw new HTTPException(404)
}

/** How many people have written to a brand by Apply, by campaign. */
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
