import { useNavigate, useSearch } from '@tanstack/react-router'
import * as v from 'valibot'
import { LinkOrder } from '#contract/links.ts'

/** What the list shows; kept in the URL, so that Back and a reload bring it again. */
const ListSearch = v.object({
  q: v.fallback(v.optional(v.string(), ''), ''),
  hidden: v.fallback(
    v.pipe(
      v.optional(v.union([v.string(), v.number(), v.boolean()]), ''),
      v.transform((value) => ['1', 'true'].includes(String(value))),
    ),
    false,
  ),
  ordering: v.fallback(v.optional(LinkOrder, '-created'), '-created'),
})
export type ListView = v.InferOutput<typeof ListSearch>

export function useListView() {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = v.parse(ListSearch, search)

  /** Replaces the entry: filters are not steps that Back should walk through. */
  function change(next: Partial<ListView>) {
    const { q, hidden, ordering } = { ...view, ...next }
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (current: Record<string, unknown>) => ({
        ...current,
        q: q || undefined,
        hidden: hidden ? '1' : undefined,
        ordering: ordering === '-created' ? undefined : ordering,
      }),
    })
  }

  return [view, change] as const
}
