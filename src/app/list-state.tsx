import type { ReactNode } from 'react'
import type { Emptiness } from '#live/read/use-emptiness.ts'
import type { ListState as Refreshed } from '#live/read/use-mirror.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { NotLoaded } from './problems/not-loaded.tsx'

type ListStateProps<Row> = {
  /** Plural noun for the rows, used in sentences: "links". */
  what: string
  rows: Row[] | undefined
  /** Reason for the absence of rows. Used only then. */
  emptiness: Emptiness
  /** State of the last refresh, and a function to retry. */
  list: Pick<Refreshed, 'error' | 'refreshing' | 'refresh'>
  loading: ReactNode
  /** Content if the server has no rows. */
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}

/**
 * Shows the rows of a list, or why there are none: loading, not saved, empty or failed. These must
 * look different.
 */
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

/** Shows that this device has no copy and is offline, so the list is neither empty nor loading. */
export const NothingSaved = ({ what }: { what: string }) => (
  <EmptyState
    title="Nothing saved on this device yet"
    text={`Your ${what} will be here after one visit online.`}
  />
)

/** Shows that the copy on this device is empty. The server may have rows by now. */
const NoneHere = ({ what }: { what: string }) => (
  <EmptyState
    title={`No ${what} on this device yet`}
    text={`${capitalized(what)} made on other devices show up here once you’re back online.`}
  />
)

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
