import { useNavigate, useSearch } from '@tanstack/react-router'
import * as v from 'valibot'
import { LinkOrder } from '#contract/links.ts'
import type { LinkFilter } from '#mirror/link-filter.ts'

const Text = v.fallback(v.optional(v.string(), ''), '')

/** Every tag written so that a comma within one is no end of it. */
const TagList = v.pipe(
  Text,
  v.transform((text) => text.split(',').flatMap((tag) => (tag === '' ? [] : [decoded(tag)]))),
)

/** What the list shows; kept in the URL, so that Back and a reload bring it again. */
const ListSearch = v.object({
  q: Text,
  hidden: v.fallback(
    v.pipe(
      v.optional(v.union([v.string(), v.number(), v.boolean()]), ''),
      v.transform((value) => ['1', 'true'].includes(String(value))),
    ),
    false,
  ),
  ordering: v.fallback(v.optional(LinkOrder, '-created'), '-created'),
  tags: TagList,
  collection: Text,
  domain: Text,
  network: v.fallback(v.optional(v.picklist(['', 'in', 'out']), ''), ''),
})

export type ListView = { q: string; hidden: boolean; ordering: LinkOrder; filter: LinkFilter }
export type ListChange = (next: Partial<ListView>) => void

export function useListView(): [view: ListView, change: ListChange] {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { q, hidden, ordering, ...filter } = v.parse(ListSearch, search)
  const view = { q, hidden, ordering, filter }

  /** Replaces the entry: filters are not steps that Back should walk through. */
  function change(next: Partial<ListView>) {
    const { q, hidden, ordering, filter } = { ...view, ...next }
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (current: Record<string, unknown>) => ({
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

/** An address that somebody cut short is still an address. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
