import { useMemo, useRef } from 'react'
import type { ShortLink } from '#contract/links/short-link.ts'
import { useLinkRows } from '#live/read/use-mirror.ts'
import type { ListLayout, PlacedDay } from '#ui/window-list/list-layout.ts'
import { useDocumentTop } from '#ui/window-list/use-document-top.ts'
import { useKeepFirstRows } from './first-rows/keep-first-rows.ts'
import { LINE_STEP, useNearLines } from '#ui/window-list/use-near-lines.ts'

/** Number of rows read at once. One more page is read ahead on either side. */
const PAGE = 100

/** Links of one day that are rendered together: from `first` up to, but not including, `end`. */
export type Piece = { first: number; end: number }

/** Returns the days near the window, the pieces of them to render, and their rows. */
export function useWindowRows(ids: string[], layout: ListLayout) {
  const box = useRef<HTMLDivElement>(null)
  const top = useDocumentTop(box)
  const { from, to } = useNearLines(layout, top)
  const days = useMemo(() => piecesByDay(layout, from, to), [layout, from, to])
  const rows = useRows(ids, days[0]?.pieces[0]?.first ?? 0, days.at(-1)?.pieces.at(-1)?.end ?? 0)
  useKeepFirstRows(ids, rows, top)
  return { box, days, rows }
}

/** Returns the days and pieces between two lines; `to` is not included. */
export function piecesByDay(layout: ListLayout, from: number, to: number) {
  const days: { day: PlacedDay; pieces: Piece[] }[] = []
  for (let at = from; at < to; at += 1) {
    const line = layout.line(at)
    const day = layout.days[line.day]
    if (!day) continue
    if (days.at(-1)?.day !== day) days.push({ day, pieces: [] })
    const pieces = days.at(-1)?.pieces ?? []
    if (line.kind === 'link' && line.index >= (pieces.at(-1)?.end ?? 0))
      pieces.push(pieceAround(line.index, day))
  }
  return days
}

/**
 * Returns the piece that contains a link. Its bounds do not depend on the scroll position, so that
 * scrolling does not render it again.
 */
function pieceAround(index: number, { first, count }: PlacedDay): Piece {
  const start = Math.floor(index / LINE_STEP) * LINE_STEP
  return { first: Math.max(first, start), end: Math.min(first + count, start + LINE_STEP) }
}

/** Reads whole pages of rows around the window, so that scrolling finds rows already read. */
function useRows(ids: string[], first: number, end: number): Map<string, ShortLink> {
  const from = Math.max(0, (Math.floor(first / PAGE) - 1) * PAGE)
  const to = (Math.floor(end / PAGE) + 2) * PAGE
  const wanted = useMemo(() => ids.slice(from, to), [ids, from, to])
  const rows = useLinkRows(wanted)
  return useMemo(() => new Map(rows.flatMap((row) => (row ? [[row.uuid, row]] : []))), [rows])
}
