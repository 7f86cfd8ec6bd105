import { useState, useSyncExternalStore } from 'react'
import { onRefreshing, refreshing } from '../sync/refreshing.ts'
import type { ListName } from '#mirror/store/storage.ts'

/**
 * Reason why a list shows no rows. `none`: the server said so in this visit. `none-here`: this
 * device's copy is empty, which may be out of date. `unsaved`: this device has no complete copy.
 */
export type Emptiness = 'loading' | 'failed' | 'unsaved' | 'none-here' | 'none'

type EmptinessInput = {
  /** Number of rows that the screen has. */
  rows: number
  /** Whether this device has had the whole list. */
  complete: boolean
  offline: boolean
  /** Whether a filter applies: no match does not mean an empty list. */
  isFiltered?: boolean
}

/**
 * Returns why a list shows no rows. Not loaded, failed and empty must look different, and only the
 * server can say that a list is empty.
 */
export function useEmptiness(name: ListName, shown: EmptinessInput): Emptiness {
  const { rows, complete, offline, isFiltered = false } = shown
  const { found, error } = useSyncExternalStore(onRefreshing, () => refreshing(name))
  // Rows may have been found and not read yet, or shown and deleted since.
  const [hadRows, setHadRows] = useState(false)
  if (rows > 0 && !hadRows) setHadRows(true)

  const isConfirmed = found === 'nothing' || (found === 'rows' && (hadRows || isFiltered))
  if (complete && isConfirmed) return 'none'
  if (offline) return complete ? (isFiltered ? 'none' : 'none-here') : 'unsaved'
  if (!error) return 'loading'
  return complete && isFiltered ? 'none' : 'failed'
}
