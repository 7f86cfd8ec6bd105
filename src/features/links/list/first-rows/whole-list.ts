// Import addresses.ts instead of paths.ts, which also parses addresses, to keep the entry script
// small.
import * as paths from '#addresses.ts'

/**
 * Returns whether the address is the plain list of all links: no filter, no dialog, no other tab.
 */
export const isWholeList = ({ pathname, search } = location) =>
  pathname === paths.links && search === ''

/** Returns the window size and text size. If both are the same, the layout is the same. */
export const thisWindow = () =>
  `${innerWidth} ${getComputedStyle(document.documentElement).fontSize}`
