// Not from paths.ts, which also reads what addresses say: the entry draws rows without that.
import * as paths from '#addresses.ts'

/** All links, newest first: no filter, no dialog, no other tab. */
export const isWholeList = ({ pathname, search } = location) =>
  pathname === paths.links && search === ''

/** A window of this size with text of this size has everything in the same place. */
export const thisWindow = () =>
  `${innerWidth} ${getComputedStyle(document.documentElement).fontSize}`
