import { useId, type ReactNode } from 'react'
import type { Pages } from '#app/query/use-pages.ts'
import type { Href } from '#paths.ts'
import css from './discover-blocks.module.css'

type BlockProps<Item> = {
  name: string
  /** Where all of it stands. */
  all: { href: Href; label: string }
  list: { value: Pages<Item> | undefined; loading: boolean }
  /** Said when there is none. */
  empty: string
  loading: ReactNode
  controls?: ReactNode
  children: (rows: Item[]) => ReactNode
}

/** One thing to discover: its first few, and the way to all. */
export function Block<Item>(props: BlockProps<Item>) {
  const { name, all, list, empty, loading, controls, children } = props
  const id = useId()
  const rows = list.value?.items
  // Not to be had for now; the others say what they know.
  if (rows === undefined && !list.loading && !controls) return null
  return (
    <section aria-labelledby={id}>
      <div className={css.heading}>
        <h2 id={id}>{name}</h2>
        {rows && rows.length > 0 && (
          <a href={all.href} aria-label={all.label}>
            All
          </a>
        )}
      </div>
      {rows?.length !== 0 && controls}
      {rows === undefined && list.loading && (
        <div role="status" aria-label={`Loading: ${name}`}>
          {loading}
        </div>
      )}
      {rows?.length === 0 && <p className={css.none}>{empty}</p>}
      {rows && rows.length > 0 && children(rows)}
    </section>
  )
}
