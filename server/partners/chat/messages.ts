import { and, asc, desc, eq, gt, lt, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import { MESSAGES_AT_ONCE, type ChatMessages } from '#contract/chat.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, chatChannels, chatMessages, users } from '../../platform/db/schema.ts'
import { namesColumns, toMessage } from './presenter.ts'
import type { MessageRow } from './say.ts'

export type Window = { before?: number | undefined; after?: number | undefined }
export type MessagePage<Message = MessageRow> = { results: Message[]; next: number | null }

/**
 * Returns one page of messages, oldest first: the latest ones, those before a number, or those
 * after one. With both limits it starts after `after` and ends before `before`.
 */
export async function pageOf(
  db: DbOrTx,
  channelId: string,
  { before, after }: Window,
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
    .limit(MESSAGES_AT_ONCE + 1)
  const results = rows.slice(0, MESSAGES_AT_ONCE)
  const next = rows.length > MESSAGES_AT_ONCE ? (results.at(-1)?.sequence ?? null) : null
  return { results: isForward ? results : results.toReversed(), next }
}

/**
 * Returns one page of messages as the user sees them. Throws 404 if the channel is not the user's.
 */
export async function readMessages(
  db: DbOrTx,
  where: SQL | undefined,
  window: Window,
): Promise<ChatMessages> {
  const [channel] = await db
    .select({ id: chatChannels.id, ...namesColumns })
    .from(chatChannels)
    .innerJoin(users, eq(users.id, chatChannels.userId))
    .leftJoin(brands, eq(brands.id, chatChannels.brandId))
    .where(where)
  if (!channel) throw new HTTPException(404)
  const { results, next } = await pageOf(db, channel.id, window)
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
