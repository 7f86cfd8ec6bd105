import { and, eq, sql, type SQL } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { NewMessage } from '#contract/partners/chat.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { chatChannels, chatMessages } from '../../platform/db/schema.ts'
import { FieldError, ThrottledError } from '../../platform/http/errors.ts'
import { findUpload } from '../../people/media/uploads.ts'
import { countUserMessage, addEvent } from './chat-events.ts'
import { canSend, secondsToWait, nextSpentAt } from './chat-pace.ts'
import { queuePushes } from './chat-push.ts'
import type { ChatSide } from '../../platform/db/schema/chat-schema.ts'

export type MessageRow = typeof chatMessages.$inferSelect
type ChannelRow = typeof chatChannels.$inferSelect

export type MessageInput = NewMessage & {
  side: ChatSide
  /** Condition for the channel, which includes its ownership. */
  where: SQL | undefined
  key: string | null
}

/** The same key with a different message is an error of the client. */
const keyConflict = () => new HTTPException(409)

/**
 * Writes a message and its notifications in one transaction. The channel's row is locked first, so
 * messages are numbered one after the other, and a retry sees the message of the first attempt.
 */
export function sendMessage(db: Db, saying: MessageInput): Promise<MessageRow> {
  return db.transaction(async (tx) => {
    const [channel] = await tx.select().from(chatChannels).where(saying.where).for('no key update')
    if (!channel) throw new HTTPException(404)
    const known = await findEarlierMessage(tx, channel, saying)
    if (known) return known
    await countMessage(tx, channel, saying.side)
    const message = await insertMessage(tx, channel, saying)
    const { sequence } = message
    await addEvent(tx, channel.userId, { kind: 'message', channelId: channel.id, sequence })
    if (saying.side === 'other') await queuePushes(tx, channel.userId, message.id)
    return message
  })
}

async function findEarlierMessage(
  tx: Tx,
  { id }: ChannelRow,
  { side, key, text, upload }: MessageInput,
) {
  if (key === null) return undefined
  const [known] = await tx
    .select()
    .from(chatMessages)
    .where(
      and(eq(chatMessages.channelId, id), eq(chatMessages.author, side), eq(chatMessages.key, key)),
    )
  // The upload may have been deleted since, but the message keeps its picture.
  const isSame = known && known.text === text && (known.imageKey === null) === (upload === null)
  if (known && !isSame) throw keyConflict()
  return known
}

async function countMessage(tx: Tx, channel: ChannelRow, side: ChatSide) {
  if (side === 'person') return countUserMessage(tx, channel.userId)
  const isThis = eq(chatChannels.id, channel.id)
  const { otherSpentAt } = chatChannels
  const counted = await tx
    .update(chatChannels)
    .set({ otherSpentAt: nextSpentAt(otherSpentAt) })
    .where(and(isThis, canSend(otherSpentAt)))
    .returning({ id: chatChannels.id })
  if (counted.length > 0) return
  const [row] = await tx
    .select({ seconds: secondsToWait(otherSpentAt) })
    .from(chatChannels)
    .where(isThis)
  throw new ThrottledError(row?.seconds ?? 1)
}

async function insertMessage(
  tx: Tx,
  channel: ChannelRow,
  { side, text, upload, key }: MessageInput,
) {
  const picture = upload === null ? undefined : await findUpload(tx, channel.userId, upload)
  if (upload !== null && (side !== 'person' || !picture))
    throw new FieldError('upload', 'This picture was deleted. Choose it again.')
  const [numbered] = await tx
    .update(chatChannels)
    .set({
      lastSequence: sql`${chatChannels.lastSequence} + 1`,
      updatedAt: sql`clock_timestamp()`,
      ...(side === 'person' && { applyingTo: null }),
    })
    .where(eq(chatChannels.id, channel.id))
    .returning({ sequence: chatChannels.lastSequence, createdAt: chatChannels.updatedAt })
  if (!numbered) throw new Error('a locked channel is gone')
  const [message] = await tx
    .insert(chatMessages)
    .values({
      channelId: channel.id,
      ...numbered,
      author: side,
      text,
      uploadId: picture?.id ?? null,
      imageKey: picture?.imageKey ?? null,
      key,
      campaignId: side === 'person' ? channel.applyingTo : null,
    })
    .returning()
  if (!message) throw new Error('insert returned no row')
  return message
}
