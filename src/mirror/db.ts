import { Dexie, type Table } from 'dexie'
import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links.ts'
import type { LinkListName, ListName, ListRecord } from './storage.ts'

const PREFIX = 'split-'
export const MIRROR_VERSION = 2

/** IndexedDB cannot index a boolean, so the row also says which list it is in. */
export type StoredLink = ShortLink & { list: LinkListName }
export type WalkPage = { list: ListName; page: number; uuids: string[] }
export type Draft = { name: string; value: unknown; savedAt: number }

/** One database per person (D-72): what belongs to one can never be read by the next. */
export class MirrorDb extends Dexie {
  declare links: Table<StoredLink, string>
  declare collections: Table<Collection, string>
  declare lists: Table<ListRecord, ListName>
  declare walkPages: Table<WalkPage, [ListName, number]>
  declare drafts: Table<Draft, string>

  constructor(name: string) {
    // The server has the truth, so a write need not wait for the disk. The rows that screens read
    // are kept in links-index.ts, so Dexie's own cache would hold them twice.
    super(name, { chromeTransactionDurability: 'relaxed', cache: 'disabled' })
    this.version(MIRROR_VERSION).stores({
      links: 'uuid, [list+created_at]',
      collections: 'uuid',
      lists: 'name',
      walkPages: '[list+page]',
      drafts: 'name',
    })
  }
}

export const databaseName = (uuid: string) => `${PREFIX}${uuid}`

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Of a person, whoever it is; not the session store, not another app's on this origin. */
export const isPersonsDatabase = (name: string) => name.startsWith(PREFIX) && UUID.test(name)
