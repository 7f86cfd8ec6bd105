import type { ReactNode } from 'react'
import type { Emptiness } from '#live/read/use-emptiness.ts'
import type { ListState as Refreshed } from '#live/read/use-mirror.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { NotLoaded } from './problems/not-loaded.tsx'

type ListStateProps<Row> = {
  /** What the rows are, as sentences say it: "links". */
  what: string
  rows: Row[] | undefined
  /** Why there are no rows; asked only then. */
  emptiness: Emptiness
  /** How asking for them went, and how to ask again. */
  list: Pick<Refreshed, 'error' | 'refreshing' | 'refresh'>
  loading: ReactNode
  /** Said when the server has none. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/** Not loaded yet, nothing saved, none, failed, and rows: answers that must never look alike. */
export function ListState<Row>(props: ListStateProps<Row>) {
  const { what, rows, emptiness, list, loading, empty, children } = props
  if (rows && rows.length > 0) return children(rows)
  switch (emptiness) {
    case 'loading':
      return loading
    case 'unsaved':
      return <NothingSaved what={what} />
    case 'none-here':
      return <NoneHere what={what} />
    case 'failed':
      return <NotLoaded what={what} list={list} />
    default:
      return empty
  }
}

/** Offline before the first visit ended: neither empty nor about to come. */
export const NothingSaved = ({ what }: { what: string }) => (
  <EmptyState
    title="Nothing saved on this device yet"
    text={`Your ${what} will be here after one visit with a connection.`}
  />
)

/** There were none when this device last heard of the server; others may have made some since. */
const NoneHere = ({ what }: { what: string }) => (
  <EmptyState
    title={`No ${what} on this device yet`}
    text={`${capitalized(what)} made on other devices show up here once you’re back online.`}
  />
)

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
