import type { ChatChannel, ChatMessage, ChatReadEvent } from '#contract/partners/chat.ts'

/*
 * The stream, answers of calls and reading on this device update a channel in no fixed order. Its
 * numbers only increase, so the larger value is the later one.
 */

/** Merges two states of a channel. */
export function mergeChannel(next: ChatChannel, current: ChatChannel | undefined): ChatChannel {
  if (!current) return next
  const isLater = next.last_sequence >= current.last_sequence
  const { last_sequence, last_message, updated_at } = isLater ? next : current
  const read_sequence = Math.max(next.read_sequence, current.read_sequence)
  const seen = next.seen_sequence >= current.seen_sequence ? next : current
  return {
    ...next,
    last_sequence,
    last_message,
    updated_at,
    read_sequence,
    seen_sequence: seen.seen_sequence,
    seen_at: seen.seen_at,
    unread_count: unreadOf(next, current, read_sequence),
  }
}

function unreadOf(next: ChatChannel, current: ChatChannel, read: number): number {
  const last = Math.max(next.last_sequence, current.last_sequence)
  if (read >= last) return 0
  const isUpToDate = (row: ChatChannel) => row.last_sequence === last && row.read_sequence === read
  if (isUpToDate(next)) return next.unread_count
  if (isUpToDate(current)) return current.unread_count
  return Math.min(next.unread_count, last - read)
}

/**
 * Returns the channel with a message that was received or sent. A message that is already known
 * changes nothing.
 */
export function withMessage(row: ChatChannel, message: ChatMessage): ChatChannel {
  if (message.sequence <= row.last_sequence) return row
  const isUnread = message.author === 'them' && message.sequence > row.read_sequence
  return {
    ...row,
    last_message: message,
    last_sequence: message.sequence,
    updated_at: message.created_at,
    unread_count: row.unread_count + (isUnread ? 1 : 0),
  }
}

/** Returns the channel after it was read here or on another device. */
export function withRead(
  row: ChatChannel,
  { read_sequence, unread_count }: Pick<ChatReadEvent, 'read_sequence' | 'unread_count'>,
): ChatChannel {
  return read_sequence < row.read_sequence ? row : { ...row, read_sequence, unread_count }
}

/**
 * Returns the latest messages without a gap in their numbers. After a long absence, older stored
 * messages are followed by a gap, which would look as if nothing was said in it.
 */
export function withoutGap(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  let first = Math.max(0, messages.length - 1)
  while (first > 0 && messages[first - 1]?.sequence === (messages[first]?.sequence ?? 0) - 1)
    first -= 1
  return first === 0 ? messages : messages.slice(first)
}
