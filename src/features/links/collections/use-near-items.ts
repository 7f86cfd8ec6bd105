import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { singleGroup } from '#features/links/list/day-groups.ts'
import { computeLayout } from '#ui/window-list/list-layout.ts'
import { useDocumentTop } from '#ui/window-list/use-document-top.ts'
import { useNearLines } from '#ui/window-list/use-near-lines.ts'

/** Number of columns, and distance in pixels between the tops of two lines. */
type Lines = { columns: number; pitch: number }

/** Estimate until the first item is measured. */
const INITIAL_LINES: Lines = { columns: 2, pitch: 220 }

/** Lines rendered ahead; fewer than for rows, because tiles are three times as high. */
const LINES_AHEAD = 6

/**
 * Returns which items of a list or grid to render: those near the window. All items have the same
 * height. Padding replaces the items above, and the frame has the height of all items. `kept` is
 * the index of an item that is always rendered.
 */
export function useNearItems(list: RefObject<HTMLElement | null>, total: number, kept?: number) {
  const { columns, pitch } = useLines(list)
  const top = useDocumentTop(list)
  const lines = Math.ceil(total / columns)
  const layout = useMemo(
    () => computeLayout(singleGroup(lines), { row: pitch, heading: 0 }),
    [lines, pitch],
  )
  const near = useNearLines(layout, top, LINES_AHEAD)
  const line = kept === undefined ? near.from : Math.floor(kept / columns)
  const first = Math.min(near.from, line)
  const end = Math.max(near.to, line + 1)

  /** Scrolls an item to the middle of the window, so that it is rendered. */
  function reveal(place: number) {
    const at = top + Math.floor(place / columns) * pitch
    window.scrollTo(0, at - (window.innerHeight - pitch) / 2)
  }

  return {
    from: first * columns,
    to: Math.min(end * columns, total),
    above: first * pitch,
    height: layout.height,
    atEnd: near.to >= lines,
    reveal,
  }
}

function useLines(list: RefObject<HTMLElement | null>): Lines {
  const [lines, setLines] = useState(INITIAL_LINES)
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return undefined
    const measure = () => setLines((now) => measureLines(box, now))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [list])
  return lines
}

function measureLines(box: HTMLElement, before: Lines): Lines {
  const { gridTemplateColumns, rowGap } = getComputedStyle(box)
  const height = box.firstElementChild?.getBoundingClientRect().height ?? 0
  if (height === 0) return before
  // A list without grid layout has no column widths, so it has one column.
  const columns = gridTemplateColumns.split(' ').filter((width) => width.endsWith('px')).length || 1
  const pitch = height + (Number.parseFloat(rowGap) || 0)
  return columns === before.columns && pitch === before.pitch ? before : { columns, pitch }
}
