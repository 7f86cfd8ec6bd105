import type { ShortLink } from '#contract/links.ts'

export const LINK_LISTS = ['links', 'hiddenLinks'] as const
/** Shown links and hidden ones are two lists of the API, and one table here. */
export type LinkListName = (typeof LINK_LISTS)[number]

export const listOf = (link: ShortLink): LinkListName => (link.is_hidden ? 'hiddenLinks' : 'links')

/** A full walk through the pages that has not ended: where to go on after a kill. */
export type Walk = { startedAt: number; cursor: string; nextPage: number }

/** Its existence means "loaded": an empty table alone is not "no links". */
export type ListRecord = {
  name: LinkListName
  /** Where the next delta starts; empty when the server gives none. */
  cursor: string
  /** When the whole list was last known to be right; null while the first walk goes on. */
  syncedAt: number | null
  /** How many rows the server said there are. */
  count: number
  walk: Walk | null
}

export type Retag = { uuid: string; tags: string[] }

/** What changed under a reader: rows by id (or too many to name), and whether a list record did. */
export type Change = { links: string[] | 'all'; lists: boolean }

/** Where the mirror is kept: IndexedDB, or this tab's memory when that cannot be had. */
export type MirrorStorage = {
  readonly kind: 'database' | 'memory'
  list(name: LinkListName): Promise<ListRecord | undefined>
  putList(record: ListRecord): Promise<void>
  /** Newest first, as are `keys`. */
  newest(name: LinkListName, limit: number): Promise<ShortLink[]>
  keys(name: LinkListName): Promise<string[]>
  rows(uuids: string[]): Promise<(ShortLink | undefined)[]>
  /** All rows of both lists, in batches, with room for other work between them. */
  everyRow(take: (rows: ShortLink[]) => void): Promise<void>
  /** A row never replaces one that is newer. */
  save(rows: ShortLink[]): Promise<void>
  retag(changes: Retag[]): Promise<void>
  /** With `from`, only rows that are (still) in that list. */
  remove(uuids: string[], from?: LinkListName): Promise<void>
  putWalkPage(name: LinkListName, page: number, uuids: string[]): Promise<void>
  walkedUuids(name: LinkListName): Promise<string[]>
  forgetWalk(name: LinkListName): Promise<void>
  draft(name: string): Promise<unknown>
  putDraft(name: string, value: unknown): Promise<void>
  deleteDraft(name: string): Promise<void>
  onChange(listener: (change: Change) => void): () => void
  /** Tells this tab's readers at once of rows that the worker wrote; its own news may come later. */
  hint(uuids: string[]): void
  close(): void
}

/** Whether `next` may take the place of `current`, and would change anything. */
export function replaces(next: ShortLink, current: ShortLink | undefined): boolean {
  if (!current) return true
  if (next.updated_at < current.updated_at) return false
  return JSON.stringify(next) !== JSON.stringify(current)
}
