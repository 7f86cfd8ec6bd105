import { useEffect } from 'react'
import type { ShortLink } from '#contract/links/short-link.ts'
import { deleteSavedRows, saveRows, type SavedRows } from '#live/start/read-saved.ts'
import { mirrorUserId } from '#live/mirror.ts'
import { readSession } from '#live/session.ts'
import { useWide } from '#ui/use-media.ts'
import { rowText, TEXT_ROWS } from '../row/row-text.ts'
import { isWholeList, thisWindow } from './whole-list.ts'

/** Milliseconds without a change before the rows are saved. */
const SAVE_DELAY_MS = 1000

/** Saves the text and position of the first rows, for `drawSavedRows` at the next start. */
export function useKeepFirstRows(ids: string[], rows: Map<string, ShortLink>, top: number): void {
  const wide = useWide('desk')
  useEffect(() => {
    if (wide || top <= 0) return undefined
    const timer = setTimeout(() => {
      if (isWholeList()) saveVisibleRows(ids, rows, top)
    }, SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [ids, rows, top, wide])
}

/** Deletes the saved rows when no links are left, so that the next start does not draw them. */
export function useForgetFirstRows(isEmpty: boolean): void {
  useEffect(() => {
    if (isEmpty) deleteSavedRows()
  }, [isEmpty])
}

function saveVisibleRows(ids: string[], known: Map<string, ShortLink>, top: number): void {
  const rows: SavedRows['rows'] = []
  for (const id of ids.slice(0, TEXT_ROWS)) {
    const link = known.get(id)
    if (!link) break
    rows.push(rowText(link))
  }
  const uuid = mirrorUserId()
  // Save nothing if another tab has just signed this user out.
  if (rows.length === 0 || !uuid || readSession()?.uuid !== uuid) return
  saveRows(uuid, { window: thisWindow(), top, rows })
}
