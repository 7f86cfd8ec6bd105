import { Dexie, type ObservabilitySet } from 'dexie'
import type { ChatChannel, ChatMessage, ChatReadEvent } from '#contract/partners/chat.ts'
import {
  latestMessages,
  putChannels,
  putMessages,
  putRead,
  replaceChannels,
} from '#mirror/chat/chat-rows.ts'
import { databaseName } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import { openWithTimeout } from '#mirror/store/open-database.ts'

export type ReadState = Omit<ChatReadEvent, 'total_unread'>

/** Storage of one user's chat. */
export type ChatStorage = {
  /** Whether other tabs see what this one writes. */
  shared: boolean
  channels: () => Promise<ChatChannel[]>
  /** Returns the latest messages of a channel in ascending order. */
  messages: (channel: string, limit: number) => Promise<ChatMessage[]>
  saveChannels: (rows: readonly ChatChannel[]) => Promise<void>
  /** Replaces all stored channels with these and deletes all messages. */
  replaceAll: (rows: readonly ChatChannel[]) => Promise<void>
  /** Returns false if the channel of a message is unknown. */
  saveMessages: (rows: readonly ChatMessage[]) => Promise<boolean>
  saveRead: (read: ReadState) => Promise<void>
  readNote: (name: string) => Promise<unknown>
  putNote: (name: string, value: unknown) => Promise<void>
  /** Calls the listener when this tab, another tab or the worker changes the storage. */
  onChange: (listener: () => void) => () => void
  close: () => void
}

/**
 * Opens the storage in IndexedDB. Rejects if IndexedDB is missing or the database stays blocked.
 */
export async function openChatStorage(uuid: string): Promise<ChatStorage> {
  const db = new MirrorDb(databaseName(uuid))
  db.on('versionchange', () => db.close())
  await openWithTimeout(db)
  const changes = createListeners()
  const chatTables = ['chatChannels', 'chatMessages'].map((table) => `idb://${db.name}/${table}/`)
  const onMutation = (parts: ObservabilitySet) => {
    if ('all' in parts || chatTables.some((table) => table in parts || `${table}:dels` in parts))
      changes.tell()
  }
  Dexie.on('storagemutated', onMutation)
  return {
    shared: true,
    channels: () => db.chatChannels.toArray(),
    messages: (channel, limit) => latestMessages(db, channel, limit),
    saveChannels: (rows) => putChannels(db, rows),
    replaceAll: (rows) => replaceChannels(db, rows),
    saveMessages: (rows) => putMessages(db, rows),
    saveRead: (read) => putRead(db, read),
    readNote: async (name) => (await db.chatNotes.get(name))?.value,
    putNote: async (name, value) => void (await db.chatNotes.put({ name, value })),
    onChange: (listener) => changes.add(listener),
    close: () => {
      Dexie.on.storagemutated.unsubscribe(onMutation)
      db.close()
    },
  }
}
