import { useNavigate, useSearch } from '@tanstack/react-router'
import type { LinkOrder } from '#contract/search/link-order.ts'
import type { LinkFilter } from '#live/read/link-filter.ts'
import type { LinksSearch } from '#paths.ts'

export type ListView = { q: string; hidden: boolean; ordering: LinkOrder; filter: LinkFilter }
export type ListChange = (next: Partial<ListView>) => void

export function useListView(): [view: ListView, change: ListChange] {
  const view = viewOf(useSearch({ strict: false }))
  const navigate = useNavigate()

  /**
   * Changes the view and replaces the history entry, so that Back does not step through filters.
   */
  function change(next: Partial<ListView>) {
    const { q, hidden, ordering, filter } = { ...view, ...next }
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (current) => ({
        ...current,
        q: q || undefined,
        hidden: hidden ? '1' : undefined,
        ordering: ordering === '-created' ? undefined : ordering,
        tags: filter.tags.map(encodeURIComponent).join(',') || undefined,
        collection: filter.collection || undefined,
        domain: filter.domain || undefined,
        network: filter.network || undefined,
      }),
    })
  }

  return [view, change]
}

const viewOf = (search: LinksSearch): ListView => ({
  q: search.q ?? '',
  hidden: search.hidden !== undefined,
  ordering: search.ordering ?? '-created',
  filter: {
    tags: parseTags(search.tags ?? ''),
    collection: search.collection ?? '',
    domain: search.domain ?? '',
    network: search.network ?? '',
  },
})

/** Each tag is URL-encoded, so that a comma in a tag does not split it. */
const parseTags = (text: string) =>
  text.split(',').flatMap((tag) => (tag === '' ? [] : [decodeTag(tag)]))

/** Returns the decoded text, or the text itself if the address was truncated. */
function decodeTag(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
