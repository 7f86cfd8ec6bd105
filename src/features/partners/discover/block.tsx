import { useId, type ReactNode } from 'react'
import type { Pages } from '#app/query/use-pages.ts'
import type { Href } from '#paths.ts'
import css from './discover-blocks.module.css'

type BlockProps<Item> = {
  name: string
  /** Link to the complete list. */
  all: { href: Href; label: string }
  list: { value: Pages<Item> | undefined; loading: boolean }
  /** Text shown if there is none. */
  empty: string
  loading: ReactNode
  controls?: ReactNode
  children: (rows: Item[]) => ReactNode
}

/** Shows the first few items of a list and a link to all. */
export function Block<Item>(props: BlockProps<Item>) {
  const { name, all, list, empty, loading, controls, children } = props
  const id = useId()
  const rows = list.value?.items
  // Hide the block if it could not be loaded. Other blocks still show theirs.
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
