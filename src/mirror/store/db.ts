import { Dexie, type DBCore, type Table } from 'dexie'
import type { ChatChannel, ChatMessage } from '#contract/partners/chat.ts'
import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { abortOnLeave } from '#http/page-cache.ts'
import { MIRROR_VERSION } from './database.ts'
import type { Entry } from '../outbox/entries.ts'
import type { LinkListName, ListName, ListRecord } from './storage.ts'

/** Link with the list that contains it, because IndexedDB cannot index a boolean. */
export type StoredLink = ShortLink & { list: LinkListName }
export type WalkPage = { list: ListName; page: number; uuids: string[] }
/** Values stored with the outbox: real ids of temporary ones, and the pause after failures. */
export type OutboxNote = { name: string; value: unknown }
/**
 * Values stored with the chat: the position in the stream, and read positions that the server does
 * not know yet.
 */
export type ChatNote = { name: string; value: unknown }
export type Draft = { name: string; value: unknown; savedAt: number }

/** Database of one user. Each user has a separate one, so that no other user can read it. */
export class MirrorDb extends Dexie {
  declare links: Table<StoredLink, string>
  declare collections: Table<Collection, string>
  declare lists: Table<ListRecord, ListName>
  declare walkPages: Table<WalkPage, [ListName, number]>
  declare drafts: Table<Draft, string>
  declare outbox: Table<Entry, number, Omit<Entry, 'seq'> & { seq?: number }>
  declare outboxNotes: Table<OutboxNote, string>
  declare chatChannels: Table<ChatChannel, string>
  declare chatMessages: Table<ChatMessage, [string, number]>
  declare chatNotes: Table<ChatNote, string>

  constructor(name: string, durability: 'relaxed' | 'strict' = 'relaxed') {
    // The server has the original of every row, so writing need not wait for the disk.
    // links-index.ts keeps the rows that screens read in memory, so Dexie's cache would store them
    // twice.
    super(name, { chromeTransactionDurability: durability, cache: 'disabled' })
    this.version(2).stores({
      links: 'uuid, [list+created_at]',
      collections: 'uuid',
      lists: 'name',
      walkPages: '[list+page]',
      drafts: 'name',
    })
    this.version(3).stores({ outbox: '++seq', outboxNotes: 'name' })
    this.version(MIRROR_VERSION).stores({
      chatChannels: 'url',
      chatMessages: '[channel+sequence]',
      chatNotes: 'name',
    })
    this.use({ stack: 'dbcore', create: abortingOnLeave })
  }
}

const abortingOnLeave = (core: DBCore): Partial<DBCore> => ({
  transaction(...args) {
    const transaction = core.transaction(...args)
    // Transactions of the core are native ones, although their type says otherwise.
    abortOnLeave(transaction as IDBTransaction)
    return transaction
  },
})
