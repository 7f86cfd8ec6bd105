import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'

export const LINK_LISTS = ['links', 'hiddenLinks'] as const
/** Visible and hidden links are two lists of the API but one table here. */
export type LinkListName = (typeof LINK_LISTS)[number]
/** Lists in the local copy. Each has its own walk, cursor and time of synchronization. */
export type ListName = LinkListName | 'collections'

export const listOf = (link: ShortLink): LinkListName => (link.is_hidden ? 'hiddenLinks' : 'links')

/** Unfinished walk through all pages of a list, so that it can continue after an interruption. */
export type Walk = { startedAt: number; cursor: string; nextPage: number }

/**
 * State of a list. If it exists, the list was loaded; an empty table alone does not mean that there
 * are no links.
 */
export type ListRecord = {
  name: ListName
  /** Start of the next delta; empty if the server sends no cursor. */
  cursor: string
  /** Time when the whole list was last known to be correct; null during the first walk. */
  syncedAt: number | null
  /** Number of rows according to the server. */
  count: number
  walk: Walk | null
}

export type Retag = { uuid: string; tags: string[]; updated_at?: string | undefined }

/** Ids of changed rows, or `all` if there are too many or they are unknown. */
export type ChangedRows = string[] | 'all'
/** Changed rows, and whether a list record changed. */
export type Change = { links: ChangedRows; collections: ChangedRows; lists: boolean }

export const changeIn = (name: ListName, uuids: string[]): Change => ({
  links: name === 'collections' ? [] : uuids,
  collections: name === 'collections' ? uuids : [],
  lists: false,
})

/** Storage of the local copy: IndexedDB or, if that is not available, the memory of this tab. */
export type MirrorStorage = {
  readonly kind: 'database' | 'memory'
  list(name: ListName): Promise<ListRecord | undefined>
  putList(record: ListRecord): Promise<void>
  /** Returns the newest links first. `keys` of links has the same order. */
  newest(name: LinkListName, limit: number): Promise<ShortLink[]>
  keys(name: ListName): Promise<string[]>
  /** Returns whether the row exists in the list's table. */
  has(name: ListName, uuid: string): Promise<boolean>
  rows(uuids: string[]): Promise<(ShortLink | undefined)[]>
  /** Passes all visible and hidden links in batches, with pauses for other work. */
  everyRow(take: (rows: ShortLink[]) => void): Promise<void>
  /** Stores rows. A stored row is never replaced by an older one. */
  save(rows: ShortLink[]): Promise<void>
  retag(changes: Retag[]): Promise<void>
  collectionRows(uuids: string[]): Promise<(Collection | undefined)[]>
  /** Returns all collections at once, since there are few. */
  everyCollection(): Promise<Collection[]>
  saveCollections(rows: Collection[]): Promise<void>
  /**
   * Deletes links, or collections if `from` says so. With a list of links, deletes only those that
   * are in this list.
   */
  remove(uuids: string[], from?: ListName): Promise<void>
  putWalkPage(name: ListName, page: number, uuids: string[]): Promise<void>
  walkedUuids(name: ListName): Promise<string[]>
  forgetWalk(name: ListName): Promise<void>
  draft(name: string): Promise<unknown>
  putDraft(name: string, value: unknown): Promise<void>
  deleteDraft(name: string): Promise<void>
  onChange(listener: (change: Change) => void): () => void
  /**
   * Tells the readers in this tab of rows that the worker wrote, without waiting for the database's
   * own event.
   */
  hint(name: ListName, uuids: string[]): void
  close(): void
}

/** Returns the row with new tags, or undefined if the row is newer than they are. */
export function withTags<Row extends ShortLink>(
  row: Row | undefined,
  { tags, updated_at = row?.updated_at }: Retag,
): Row | undefined {
  if (!row || updated_at === undefined || updated_at < row.updated_at) return undefined
  return { ...row, tags, updated_at }
}

/** Returns whether `next` is not older than `current` and differs from it. */
export function shouldReplace<Row extends ShortLink | Collection>(
  next: Row,
  current: Row | undefined,
): boolean {
  if (!current) return true
  if (next.updated_at < current.updated_at) return false
  return JSON.stringify(next) !== JSON.stringify(current)
}
