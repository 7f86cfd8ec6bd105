import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { ShortLink } from '#contract/links.ts'
import { useLinkRows } from '#mirror/use-mirror.ts'
import type { ListLayout, PlacedDay } from './list-layout.ts'
import { useNearLines } from './use-near-lines.ts'

/** Rows are read this many at once, one such page ahead on either side. */
const PAGE = 100

/** The days near the window with the places of their links that are, and the rows of those. */
export function useWindowRows(ids: string[], layout: ListLayout) {
  const box = useRef<HTMLDivElement>(null)
  const { from, to } = useNearLines(layout, useDocumentTop(box))
  const days = useMemo(() => inDays(layout, from, to), [layout, from, to])
  const rows = useRows(ids, days[0]?.indexes[0] ?? 0, days.at(-1)?.indexes.at(-1) ?? 0)
  return { box, days, rows }
}

/** From one line to another, that one not included. */
function inDays(layout: ListLayout, from: number, to: number) {
  const days: { day: PlacedDay; indexes: number[] }[] = []
  for (let at = from; at < to; at += 1) {
    const line = layout.line(at)
    const day = layout.days[line.day]
    if (!day) continue
    if (days.at(-1)?.day !== day) days.push({ day, indexes: [] })
    if (line.kind === 'link') days.at(-1)?.indexes.push(line.index)
  }
  return days
}

/** Rows of whole pages around the window, so that scrolling meets rows that were read before. */
function useRows(ids: string[], first: number, last: number): Map<string, ShortLink> {
  const from = Math.max(0, (Math.floor(first / PAGE) - 1) * PAGE)
  const to = (Math.floor(last / PAGE) + 2) * PAGE
  const wanted = useMemo(() => ids.slice(from, to), [ids, from, to])
  const rows = useLinkRows(wanted)
  return useMemo(() => new Map(rows.flatMap((row) => (row ? [[row.uuid, row]] : []))), [rows])
}

/** Distance of an element from the top of the page; banners above it come and go. */
function useDocumentTop(box: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [box])
  return top
}
