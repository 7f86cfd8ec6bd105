import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { ChatChannel, ChatMessage } from '#contract/partners/chat.ts'
import { pictureUrl } from '../../links/brands/organizations.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, chatChannels, chatMessages, users } from '../../platform/db/schema.ts'
import { containsWord, foldSql } from '../../platform/db/text-search.ts'
import { SUPPORT_NAME } from './channels.ts'
import type { MessageRow } from './send-message.ts'

/** Maximum number of channels in one response. */
const MAX_CHANNELS = 500

export type AuthorNames = { brandName: string | null; firstName: string }

/** Columns of `Names`, for queries that join channel, brand and user. */
export const namesColumns = { brandName: brands.name, firstName: users.nameFirst }

/** Builds a message as the user of the channel sees it. */
export function toMessage(message: MessageRow, { brandName, firstName }: AuthorNames): ChatMessage {
  const isMine = message.author === 'person'
  return {
    id: message.id,
    channel: message.channelId,
    sequence: message.sequence,
    author: isMine ? 'me' : 'them',
    author_name: isMine ? firstName || 'You' : (brandName ?? SUPPORT_NAME),
    text: message.text,
    image_url: pictureUrl(message.imageKey),
    created_at: message.createdAt.toISOString(),
    key: isMine ? message.key : null,
  }
}

const unread = sql<number>`(
  select count(*)::int from chat_messages unread
  where unread.channel_id = ${chatChannels.id} and unread.author = 'other'
    and unread.sequence > ${chatChannels.personRead})`

const findChannels = (db: DbOrTx, where: SQL | undefined) =>
  db
    .select({
      channel: chatChannels,
      brand: { id: brands.id, name: brands.name, logoKey: brands.logoKey },
      message: chatMessages,
      firstName: users.nameFirst,
      unread,
    })
    .from(chatChannels)
    .innerJoin(users, eq(users.id, chatChannels.userId))
    .leftJoin(brands, eq(brands.id, chatChannels.brandId))
    .leftJoin(
      chatMessages,
      and(
        eq(chatMessages.channelId, chatChannels.id),
        eq(chatMessages.sequence, chatChannels.lastSequence),
      ),
    )
    .where(where)
    .orderBy(desc(chatChannels.updatedAt), desc(chatChannels.id))
    .limit(MAX_CHANNELS)

type Found = Awaited<ReturnType<typeof findChannels>>[number]

/**
 * Returns the user's channels, newest first. With a search text, only those with it in their name
 * or a message.
 */
export async function listChannels(
  db: DbOrTx,
  userId: string,
  search: string,
): Promise<ChatChannel[]> {
  const has = (column: SQL) => containsWord(foldSql(column), search)
  const named = has(sql`coalesce(${brands.name}, ${SUPPORT_NAME})`)
  const said = sql`exists (select 1 from chat_messages said
    where said.channel_id = ${chatChannels.id} and ${has(sql`said.text`)})`
  const found = await findChannels(
    db,
    and(eq(chatChannels.userId, userId), search === '' ? undefined : sql`(${named} or ${said})`),
  )
  return found.map(toChannel)
}

export async function channelsById(
  db: DbOrTx,
  ids: string[],
): Promise<Map<string, { userId: string; shown: ChatChannel }>> {
  if (ids.length === 0) return new Map()
  const found = await findChannels(db, inArray(chatChannels.id, ids))
  return new Map(
    found.map((row) => [row.channel.id, { userId: row.channel.userId, shown: toChannel(row) }]),
  )
}

function toChannel({ channel, brand, message, firstName, unread: waiting }: Found): ChatChannel {
  const name = brand?.name ?? SUPPORT_NAME
  return {
    url: channel.id,
    name,
    kind: brand ? 'brand' : 'support',
    organization: brand && {
      uuid: brand.id,
      company_name: brand.name,
      logo_url: pictureUrl(brand.logoKey),
    },
    last_message: message && toMessage(message, { brandName: brand?.name ?? null, firstName }),
    unread_count: waiting,
    last_sequence: channel.lastSequence,
    read_sequence: channel.personRead,
    seen_sequence: channel.otherRead,
    seen_at: channel.otherReadAt?.toISOString() ?? null,
    updated_at: channel.updatedAt.toISOString(),
  }
}
