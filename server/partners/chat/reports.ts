import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, chatChannels, chatMessages, chatReports, users } from '../../platform/db/schema.ts'
import type { ChatSide } from '../../platform/db/schema/chat-schema.ts'

const MAX_LISTED = 200

/**
 * Stores a report of a message of the other side, one per message and side. Returns false if there
 * is no such message.
 */
export async function storeMessageReport(
  db: DbOrTx,
  {
    where,
    sequence,
    by,
    reason,
  }: { where: SQL | undefined; sequence: number; by: ChatSide; reason: string },
): Promise<boolean> {
  const [message] = await db
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .innerJoin(chatChannels, eq(chatChannels.id, chatMessages.channelId))
    .where(
      and(
        where,
        eq(chatMessages.sequence, sequence),
        eq(chatMessages.author, by === 'person' ? 'other' : 'person'),
      ),
    )
  if (!message) return false
  await db
    .insert(chatReports)
    .values({ messageId: message.id, by, reason })
    .onConflictDoUpdate({ target: [chatReports.messageId, chatReports.by], set: { reason } })
  return true
}

/** Returns reported messages for the operator, newest first. */
export const listReported = (db: DbOrTx) =>
  db
    .select({
      report: chatReports,
      message: chatMessages,
      brandName: brands.name,
      email: users.email,
      userId: users.id,
    })
    .from(chatReports)
    .innerJoin(chatMessages, eq(chatMessages.id, chatReports.messageId))
    .innerJoin(chatChannels, eq(chatChannels.id, chatMessages.channelId))
    .innerJoin(users, eq(users.id, chatChannels.userId))
    .leftJoin(brands, eq(brands.id, chatChannels.brandId))
    .orderBy(desc(chatReports.id))
    .limit(MAX_LISTED)
