import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links.ts'

export const LINK_LISTS = ['links', 'hiddenLinks'] as const
/** Shown links and hidden ones are two lists of the API, and one table here. */
export type LinkListName = (typeof LINK_LISTS)[number]
/** Every list that is kept: each with its own walk, cursor and freshness. */
export type ListName = LinkListName | 'collections'

export const listOf = (link: ShortLink): LinkListName => (link.is_hidden ? 'hiddenLinks' : 'links')

/** A full walk through the pages that has not ended: where to go on after a kill. */
export type Walk = { startedAt: number; cursor: string; nextPage: number }

/** Its existence means "loaded": an empty table alone is not "no links". */
export type ListRecord = {
  name: ListName
  /** Where the next delta starts; empty when the server gives none. */
  cursor: string
  /** When the whole list was last known to be right; null while the first walk goes on. */
  syncedAt: number | null
  /** How many rows the server said there are. */
  count: number
  walk: Walk | null
}

export type Retag = { uuid: string; tags: string[]; updated_at?: string | undefined }

/** Rows by id, or too many to name. */
export type ChangedRows = string[] | 'all'
/** What changed under a reader, and whether a list record did. */
export type Change = { links: ChangedRows; collections: ChangedRows; lists: boolean }

export const changeIn = (name: ListName, uuids: string[]): Change => ({
  links: name === 'collections' ? [] : uuids,
  collections: name === 'collections' ? uuids : [],
  lists: false,
})

/** Where the mirror is kept: IndexedDB, or this tab's memory when that cannot be had. */
export type MirrorStorage = {
  readonly kind: 'database' | 'memory'
  list(name: ListName): Promise<ListRecord | undefined>
  putList(record: ListRecord): Promise<void>
  /** Newest first, as are `keys` of links. */
  newest(name: LinkListName, limit: number): Promise<ShortLink[]>
  keys(name: ListName): Promise<string[]>
  /** Whether this row of the list's table is there. */
  has(name: ListName, uuid: string): Promise<boolean>
  rows(uuids: string[]): Promise<(ShortLink | undefined)[]>
  /** All rows of both lists of links, in batches, with room for other work between them. */
  everyRow(take: (rows: ShortLink[]) => void): Promise<void>
  /** A row never replaces one that is newer. */
  save(rows: ShortLink[]): Promise<void>
  retag(changes: Retag[]): Promise<void>
  collectionRows(uuids: string[]): Promise<(Collection | undefined)[]>
  /** Few enough to be read at once. */
  everyCollection(): Promise<Collection[]>
  saveCollections(rows: Collection[]): Promise<void>
  /** Links, or collections when `from` says so; with a list of links, only those (still) in it. */
  remove(uuids: string[], from?: ListName): Promise<void>
  putWalkPage(name: ListName, page: number, uuids: string[]): Promise<void>
  walkedUuids(name: ListName): Promise<string[]>
  forgetWalk(name: ListName): Promise<void>
  draft(name: string): Promise<unknown>
  putDraft(name: string, value: unknown): Promise<void>
  deleteDraft(name: string): Promise<void>
  onChange(listener: (change: Change) => void): () => void
  /** Tells this tab's readers at once of rows that the worker wrote; its own news may come later. */
  hint(name: ListName, uuids: string[]): void
  close(): void
}

/** The row with other tags; undefined when it is newer than they are. */
export function retagged<Row extends ShortLink>(
  row: Row | undefined,
  { tags, updated_at = row?.updated_at }: Retag,
): Row | undefined {
  if (!row || updated_at === undefined || updated_at < row.updated_at) return undefined
  return { ...row, tags, updated_at }
}

/** Whether `next` may take the place of `current`, and would change anything. */
export function replaces<Row extends ShortLink | Collection>(
  next: Row,
  current: Row | undefined,
): boolean {
  if (!current) return true
  if (next.updated_at < current.updated_at) return false
  return JSON.stringify(next) !== JSON.stringify(current)
}
