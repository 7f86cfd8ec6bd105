import { changedCollectionIds, collectionIds } from '#api/collections.ts'
import { quiet } from '#http/client.ts'
import { changedLinkIds, searchLinkIds } from '#api/links.ts'
import type { DeltaIds, PageIds } from '#api/list-answers.ts'
import { MAX_LINK_PAGE_SIZE, MAX_PAGE_SIZE } from '#contract/limits.ts'
import type { ListName } from '#mirror/store/storage.ts'

/**
 * Server calls for a list. They return only ids, because the rows are in the mirror before they
 * resolve.
 */
type Source = {
  /** Maximum page size that the server allows. */
  pageSize: number
  page: (page: number, pageSize: number) => Promise<PageIds>
  /** Returns null if the list must be imported in full. */
  changes: (since: string) => Promise<DeltaIds | null>
}

const links = (hidden: boolean): Source => ({
  pageSize: MAX_LINK_PAGE_SIZE,
  page: (page, page_size) => searchLinkIds({ hidden, page, page_size }, quiet),
  changes: (since) => changedLinkIds({ hidden, since }, quiet),
})

export const SOURCES: Record<ListName, Source> = {
  links: links(false),
  hiddenLinks: links(true),
  collections: {
    pageSize: MAX_PAGE_SIZE,
    page: (page, page_size) => collectionIds({ page, page_size }, quiet),
    changes: (since) => changedCollectionIds(since, quiet),
  },
}
