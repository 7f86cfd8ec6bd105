import { startTransition, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ListLayout } from './list-layout.ts'

/** Lines that exist ahead of the window, where nobody asks for others: what a fling meets meanwhile. */
const AHEAD = 12
/** And behind it: each line that nobody sees still costs its part of every frame. */
const BEHIND = 4
/** Lines that come and go together: fewer are drawn more often, more take longer than a frame. */
export const STEP = 4

/** The first line near the window, and the one after the last. */
type Near = { from: number; to: number }

/**
 * Which lines of a list that begins `top` px down the page are near the window. Heights are known, so
 * nothing is measured, and a render follows only when the window has passed a few lines.
 */
export function useNearLines(layout: ListLayout, top: number, ahead = AHEAD): Near {
  const [view] = useState(watchWindow)
  const spare = useSpare(ahead)
  const last = useRef<Near>({ from: 0, to: 0 })
  return useSyncExternalStore(view.subscribe, () => {
    const next = near(layout, view.place, top, spare)
    const same = last.current.from === next.from && last.current.to === next.to
    return same ? last.current : (last.current = next)
  })
}

/** None at first: what can be seen is drawn alone, and in a time that no touch notices. */
function useSpare(ahead: number): number {
  const [spare, setSpare] = useState(0)
  useEffect(() => startTransition(() => setSpare(ahead)), [ahead])
  return spare
}

function near(layout: ListLayout, place: Place, top: number, spare: number): Near {
  const { y, height, goesUp } = place
  const behind = Math.min(spare, BEHIND)
  const first = stepOf(layout.lineAt(y - top))
  const end = stepOf(layout.lineAt(y - top + height)) + STEP
  const [above, below] = goesUp ? [spare, behind] : [behind, spare]
  return { from: Math.max(0, first - above), to: Math.min(layout.lines, end + below) }
}

const stepOf = (line: number) => Math.floor(line / STEP) * STEP

type Place = { y: number; height: number; goesUp: boolean }

function look(before?: Place): Place {
  const [y, height] = [window.scrollY, window.innerHeight]
  const goesUp = before && y !== before.y ? y < before.y : (before?.goesUp ?? false)
  return { y, height, goesUp }
}

/** Where the window stands, read once an event: reading it while rendering would lay out the page. */
function watchWindow() {
  const view = { place: look(), subscribe }

  function subscribe(changed: () => void) {
    const moved = () => {
      view.place = look(view.place)
      changed()
    }
    view.place = look(view.place)
    addEventListener('scroll', moved, { passive: true })
    addEventListener('resize', moved)
    return () => {
      removeEventListener('scroll', moved)
      removeEventListener('resize', moved)
    }
  }
  return view
}
