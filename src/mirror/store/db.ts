import { Dexie, type DBCore, type Table } from 'dexie'
import type { ChatChannel, ChatMessage } from '#contract/chat.ts'
import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links.ts'
import { endWithPage } from '#http/page-cache.ts'
import { MIRROR_VERSION } from './database.ts'
import type { Entry } from '../outbox/entries.ts'
import type { LinkListName, ListName, ListRecord } from './storage.ts'

/** IndexedDB cannot index a boolean, so the row also says which list it is in. */
export type StoredLink = ShortLink & { list: LinkListName }
export type WalkPage = { list: ListName; page: number; uuids: string[] }
/** Small facts beside the outbox: which temporary id became which, and how long it rests. */
export type OutboxNote = { name: string; value: unknown }
/** Small facts beside the chat: how far the stream was heard, and what was read here and not told yet. */
export type ChatNote = { name: string; value: unknown }
export type Draft = { name: string; value: unknown; savedAt: number }

/** One database per person (D-72): what belongs to one can never be read by the next. */
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
    // Of rows the server has the truth, so writing them need not wait for the disk. The ones that
    // screens read are kept in links-index.ts, so Dexie's own cache would hold them twice.
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
    this.use({ stack: 'dbcore', create: endingWithPage })
  }
}

const endingWithPage = (core: DBCore): Partial<DBCore> => ({
  transaction(...asked) {
    const transaction = core.transaction(...asked)
    // The core's own are those of the browser, whatever its types say.
    endWithPage(transaction as IDBTransaction)
    return transaction
  },
})
