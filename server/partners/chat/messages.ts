import { and, asc, desc, eq, gt, lt, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { MESSAGE_PAGE_SIZE, type ChatMessages } from '#contract/partners/chat.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, chatChannels, chatMessages, users } from '../../platform/db/schema.ts'
import { namesColumns, toMessage } from './presenter.ts'
import type { MessageRow } from './send-message.ts'

export type MessageRange = { before?: number | undefined; after?: number | undefined }
export type MessagePage<Message = MessageRow> = { results: Message[]; next: number | null }

/**
 * Returns one page of messages, oldest first: the latest ones, those before a number, or those
 * after one. With both limits it starts after `after` and ends before `before`.
 */
export async function readPage(
  db: DbOrTx,
  channelId: string,
  { before, after }: MessageRange,
): Promise<MessagePage> {
  const isForward = after !== undefined
  const { sequence } = chatMessages
  const rows = await db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.channelId, channelId),
        before === undefined ? undefined : lt(sequence, before),
        after === undefined ? undefined : gt(sequence, after),
      ),
    )
    .orderBy(isForward ? asc(sequence) : desc(sequence))
    .limit(MESSAGE_PAGE_SIZE + 1)
  const results = rows.slice(0, MESSAGE_PAGE_SIZE)
  const next = rows.length > MESSAGE_PAGE_SIZE ? (results.at(-1)?.sequence ?? null) : null
  return { results: isForward ? results : results.toReversed(), next }
}

/**
 * Returns one page of messages as the user sees them. Throws 404 if the channel is not the user's.
 */
export async function readMessages(
  db: DbOrTx,
  where: SQL | undefined,
  window: MessageRange,
): Promise<ChatMessages> {
  const [channel] = await db
    .select({ id: chatChannels.id, ...namesColumns })
    .from(chatChannels)
    .innerJoin(users, eq(users.id, chatChannels.userId))
    .leftJoin(brands, eq(brands.id, chatChannels.brandId))
    .where(where)
  if (!channel) throw new HTTPException(404)
  const { results, next } = await readPage(db, channel.id, window)
  return { results: results.map((message) => toMessage(message, channel)), next }
}

export async function namesOf(db: DbOrTx, channelId: string) {
  const [names] = await db
    .select(namesColumns)
    .from(chatChannels)
    .innerJoin(users, eq(users.id, chatChannels.userId))
    .leftJoin(brands, eq(brands.id, chatChannels.brandId))
    .where(eq(chatChannels.id, channelId))
  return names ?? { brandName: null, firstName: '' }
}
