/** Prefix of the key under which the router keeps scroll positions of this tab. */
const POSITIONS_PREFIX = 'tsr-scroll'

/**
 * Returns the router's check whether it may set the scroll position. A new tab is at the top
 * already, and setting it would lay out the page within the task that renders the first screen.
 */
export function scrollAfterFirstScreen() {
  let isAtTop = !hasPositions()
  return ({ location }: { location: { hash: string } }): boolean => {
    const skips = isAtTop && location.hash === ''
    isAtTop = false
    return !skips
  }
}

function hasPositions(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith(POSITIONS_PREFIX))
  } catch {
    // Storage is blocked, so nothing was kept.
    return false
  }
}
