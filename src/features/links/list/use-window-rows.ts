import { useMemo, useRef } from 'react'
import type { ShortLink } from '#contract/links.ts'
import { useLinkRows } from '#live/read/use-mirror.ts'
import type { ListLayout, PlacedDay } from '#ui/window-list/list-layout.ts'
import { useDocumentTop } from '#ui/window-list/use-document-top.ts'
import { useKeepFirstRows } from './keep-first-rows.ts'
import { STEP, useNearLines } from '#ui/window-list/use-near-lines.ts'

/** Rows are read this many at once, one such page ahead on either side. */
const PAGE = 100

/** Links of one day that come and go together: those from `first` up to, not including, `end`. */
export type Piece = { first: number; end: number }

/** The days near the window with the pieces of them that are, and the rows of those. */
export function useWindowRows(ids: string[], layout: ListLayout) {
  const box = useRef<HTMLDivElement>(null)
  const top = useDocumentTop(box)
  const { from, to } = useNearLines(layout, top)
  const days = useMemo(() => inDays(layout, from, to), [layout, from, to])
  const rows = useRows(ids, days[0]?.pieces[0]?.first ?? 0, days.at(-1)?.pieces.at(-1)?.end ?? 0)
  useKeepFirstRows(ids, rows, top)
  return { box, days, rows }
}

/** From one line to another, that one not included. */
export function inDays(layout: ListLayout, from: number, to: number) {
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

/** Always the same ones, wherever the window is, so that what stands there is not drawn again. */
function pieceAround(index: number, { first, count }: PlacedDay): Piece {
  const start = Math.floor(index / STEP) * STEP
  return { first: Math.max(first, start), end: Math.min(first + count, start + STEP) }
}

/** Rows of whole pages around the window, so that scrolling meets rows that were read before. */
function useRows(ids: string[], first: number, end: number): Map<string, ShortLink> {
  const from = Math.max(0, (Math.floor(first / PAGE) - 1) * PAGE)
  const to = (Math.floor(end / PAGE) + 2) * PAGE
  const wanted = useMemo(() => ids.slice(from, to), [ids, from, to])
  const rows = useLinkRows(wanted)
  return useMemo(() => new Map(rows.flatMap((row) => (row ? [[row.uuid, row]] : []))), [rows])
}
