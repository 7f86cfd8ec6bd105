import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ListLayout } from './list-layout.ts'

/** Number of lines rendered ahead of the window, for fast scrolling. */
const LINES_AHEAD = 12
/**
 * Number of lines rendered behind the window. Few, because each invisible line makes every frame
 * slower.
 */
const LINES_BEHIND = 4
/**
 * Number of lines added or removed together. With fewer, renders are more frequent; with more, one
 * takes longer than a frame.
 */
export const LINE_STEP = 4

/** First line near the window, and the line after the last. */
type Near = { from: number; to: number }

/**
 * Returns the lines near the window of a list that begins `top` px down the page. Heights are
 * known, so nothing is measured. Renders only after the window has moved by a few lines.
 */
export function useNearLines(layout: ListLayout, top: number, ahead = LINES_AHEAD): Near {
  const [view] = useState(watchWindow)
  const spare = useLinesAhead(ahead)
  const last = useRef<Near>({ from: 0, to: 0 })
  return useSyncExternalStore(view.subscribe, () => {
    const next = linesNear(layout, view.place, top, spare)
    const same = last.current.from === next.from && last.current.to === next.to
    return same ? last.current : (last.current = next)
  })
}

/** Returns 0 at first, so that the visible lines are rendered alone and quickly. */
function useLinesAhead(ahead: number): number {
  const [spare, setSpare] = useState(0)
  useEffect(() => startTransition(() => setSpare(ahead)), [ahead])
  return spare
}

function linesNear(layout: ListLayout, place: Place, top: number, spare: number): Near {
  const { y, height, isScrollingUp } = place
  const linesBehind = Math.min(spare, LINES_BEHIND)
  const first = roundToStep(layout.lineAt(y - top))
  const end = roundToStep(layout.lineAt(y - top + height)) + LINE_STEP
  const [above, below] = isScrollingUp ? [spare, linesBehind] : [linesBehind, spare]
  return { from: Math.max(0, first - above), to: Math.min(layout.lines, end + below) }
}

const roundToStep = (line: number) => Math.floor(line / LINE_STEP) * LINE_STEP

type Place = { y: number; height: number; isScrollingUp: boolean }

function readPlace(before?: Place): Place {
  const [y, height] = [window.scrollY, window.innerHeight]
  const isScrollingUp = before && y !== before.y ? y < before.y : (before?.isScrollingUp ?? false)
  return { y, height, isScrollingUp }
}

/**
 * Tracks the window's position. Read once per event, because reading it while rendering would force
 * a layout.
 */
function watchWindow() {
  const view = { place: readPlace(), subscribe }

  function subscribe(changed: () => void) {
    const moved = () => {
      view.place = readPlace(view.place)
      changed()
    }
    // Read again with the next frame: at once, it would lay out the new rows within the task that
    // rendered them.
    const frame = requestAnimationFrame(moved)
    addEventListener('scroll', moved, { passive: true })
    addEventListener('resize', moved)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', moved)
      removeEventListener('resize', moved)
    }
  }
  return view
}
