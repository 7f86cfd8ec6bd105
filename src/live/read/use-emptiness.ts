import { useState, useSyncExternalStore } from 'react'
import { onRefreshing, refreshing } from '../sync/refreshing.ts'
import type { ListName } from '#mirror/store/storage.ts'

/**
 * Why a list shows no rows. `none` is the server's word, given in this visit; `none-here` only that of
 * the copy on this device, which others may have outrun; `unsaved` that there is no whole copy.
 */
export type Emptiness = 'loading' | 'failed' | 'unsaved' | 'none-here' | 'none'

type Shown = {
  /** How many rows the screen has for it. */
  rows: number
  /** Whether the whole list has been on this device. */
  complete: boolean
  offline: boolean
  /** Only some rows of the list were asked for: no match is no empty list. */
  narrowed?: boolean
}

/** Not loaded, failed and empty must never look alike; only the server can say that there is nothing. */
export function useEmptiness(name: ListName, shown: Shown): Emptiness {
  const { rows, complete, offline, narrowed = false } = shown
  const { found, error } = useSyncExternalStore(onRefreshing, () => refreshing(name))
  // Rows that were found may not have been read yet; rows that were shown have gone since.
  const [hadRows, setHadRows] = useState(false)
  if (rows > 0 && !hadRows) setHadRows(true)

  const isSure = found === 'nothing' || (found === 'rows' && (hadRows || narrowed))
  if (complete && isSure) return 'none'
  if (offline) return complete ? (narrowed ? 'none' : 'none-here') : 'unsaved'
  if (!error) return 'loading'
  return complete && narrowed ? 'none' : 'failed'
}
