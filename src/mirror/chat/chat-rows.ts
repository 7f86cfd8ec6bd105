import { Dexie } from 'dexie'
import type { ChatChannel, ChatMessage, ChatReadEvent } from '#contract/partners/chat.ts'
import type { MirrorDb } from '../store/db.ts'
import { mergeChannel, withMessage, withRead } from './merge-channel.ts'

/*
 * Channels and messages in the database. The page writes what it loads and receives from the
 * stream; the outbox, in the page or the worker, writes sent messages.
 */

export async function putChannels(db: MirrorDb, rows: readonly ChatChannel[]): Promise<void> {
  await db.transaction('rw', db.chatChannels, async () => {
    const current = await db.chatChannels.bulkGet(rows.map(({ url }) => url))
    await db.chatChannels.bulkPut(rows.map((row, index) => mergeChannel(row, current[index])))
  })
}

/** Replaces all stored channels and deletes all messages. */
export const replaceChannels = (db: MirrorDb, rows: readonly ChatChannel[]): Promise<void> =>
  db.transaction('rw', db.chatChannels, db.chatMessages, async () => {
    await Promise.all([db.chatChannels.clear(), db.chatMessages.clear()])
    await db.chatChannels.bulkPut([...rows])
  })

/** Stores messages and updates their channels. Returns whether all of their channels are stored. */
export const putMessages = (db: MirrorDb, rows: readonly ChatMessage[]): Promise<boolean> =>
  db.transaction('rw', db.chatChannels, db.chatMessages, async () => {
    await db.chatMessages.bulkPut([...rows])
    const channels = await db.chatChannels.bulkGet(rows.map(({ channel }) => channel))
    const known = new Map(channels.flatMap((row) => (row ? [[row.url, row]] : [])))
    for (const row of rows) {
      const channel = known.get(row.channel)
      if (channel) known.set(row.channel, withMessage(channel, row))
    }
    await db.chatChannels.bulkPut([...known.values()])
    return rows.every(({ channel }) => known.has(channel))
  })

export async function putRead(db: MirrorDb, read: ReadState): Promise<void> {
  await db.transaction('rw', db.chatChannels, async () => {
    const row = await db.chatChannels.get(read.channel)
    if (row) await db.chatChannels.put(withRead(row, read))
  })
}

type ReadState = Omit<ChatReadEvent, 'total_unread'>

/** Returns the latest messages of a channel, in ascending order. */
export async function latestMessages(
  db: MirrorDb,
  channel: string,
  limit: number,
): Promise<ChatMessage[]> {
  const all = db.chatMessages
    .where('[channel+sequence]')
    .between([channel, Dexie.minKey], [channel, Dexie.maxKey])
  return (await all.reverse().limit(limit).toArray()).reverse()
}
