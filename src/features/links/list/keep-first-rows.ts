import { useEffect } from 'react'
import type { ShortLink } from '#contract/links.ts'
import { forgetSaved, keepSaved, type SavedRows } from '#live/start/read-saved.ts'
import { mirrored } from '#live/mirror.ts'
import { readSession } from '#live/session.ts'
import { useWide } from '#ui/use-media.ts'
import { rowText, TEXT_ROWS } from './row-text.ts'
import { isWholeList, thisWindow } from './whole-list.ts'

/** When nothing has moved for so long, it is kept. */
const REST_MS = 1000

/** Keeps what the top of the list says, and where, for `drawSavedRows` at the next start. */
export function useKeepFirstRows(ids: string[], rows: Map<string, ShortLink>, top: number): void {
  const wide = useWide('desk')
  useEffect(() => {
    if (wide || top <= 0) return undefined
    const timer = setTimeout(() => {
      if (isWholeList()) keep(ids, rows, top)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [ids, rows, top, wide])
}

/** Where there is no link any more, none may be drawn at the next start. */
export function useForgetFirstRows(areGone: boolean): void {
  useEffect(() => {
    if (areGone) forgetSaved()
  }, [areGone])
}

function keep(ids: string[], known: Map<string, ShortLink>, top: number): void {
  const rows: SavedRows['rows'] = []
  for (const id of ids.slice(0, TEXT_ROWS)) {
    const link = known.get(id)
    if (!link) break
    rows.push(rowText(link))
  }
  const uuid = mirrored()
  // Whom another tab has signed out just now leaves nothing here.
  if (rows.length === 0 || !uuid || readSession()?.uuid !== uuid) return
  keepSaved(uuid, { window: thisWindow(), top, rows })
}
