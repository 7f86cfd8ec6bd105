import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { oneStretch } from '#features/links/list/day-groups.ts'
import { layOut } from '#ui/window-list/list-layout.ts'
import { useDocumentTop } from '#ui/window-list/use-document-top.ts'
import { useNearLines } from '#ui/window-list/use-near-lines.ts'

/** How many items stand side by side, and how far below one line the next one begins. */
type Lines = { columns: number; pitch: number }

/** Until the first item has been measured. */
const GUESS: Lines = { columns: 2, pitch: 220 }

/** Tiles and cards are three times as high as rows. */
const AHEAD = 6

/**
 * Which items of a list or grid are near the window: the only ones that are drawn, however many there
 * are. All are of one height; those above are a padding of the list, and the frame around it is as
 * high as all of them. `kept` is the place of one that stays, wherever the window is.
 */
export function useNearItems(list: RefObject<HTMLElement | null>, total: number, kept?: number) {
  const { columns, pitch } = useLines(list)
  const top = useDocumentTop(list)
  const lines = Math.ceil(total / columns)
  const layout = useMemo(
    () => layOut(oneStretch(lines), { row: pitch, heading: 0 }),
    [lines, pitch],
  )
  const near = useNearLines(layout, top, AHEAD)
  const line = kept === undefined ? near.from : Math.floor(kept / columns)
  const first = Math.min(near.from, line)
  const end = Math.max(near.to, line + 1)

  /** Brings the line of a place to the middle of the window, so that what stands there is drawn. */
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
  const [lines, setLines] = useState(GUESS)
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return undefined
    const measure = () => setLines((now) => measured(box, now))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [list])
  return lines
}

function measured(box: HTMLElement, before: Lines): Lines {
  const { gridTemplateColumns, rowGap } = getComputedStyle(box)
  const height = box.firstElementChild?.getBoundingClientRect().height ?? 0
  if (height === 0) return before
  // One that is no grid names no columns.
  const columns = gridTemplateColumns.split(' ').filter((width) => width.endsWith('px')).length || 1
  const pitch = height + (Number.parseFloat(rowGap) || 0)
  return columns === before.columns && pitch === before.pitch ? before : { columns, pitch }
}
