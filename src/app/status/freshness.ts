import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { ListState } from '#live/read/use-mirror.ts'
import type { LinkListName } from '#mirror/store/storage.ts'

/** How old what a screen shows is, and how bringing it up to date goes. */
export type ShownCopy = ListState & {
  /** Without a time, some of it may be on this device all the same. */
  partly?: boolean
}

/**
 * What the line at the foot speaks of while a screen stands: the list of links that it shows, what else
 * it shows, or `none` where it shows nothing that can be out of date.
 */
export type Freshness = LinkListName | ShownCopy | 'none'

export const freshnessAtom = atom<Freshness>('none')

/** Tells the line at the foot what is on the screen. */
export function useFreshness(freshness: Freshness) {
  const show = useSetAtom(freshnessAtom)
  useEffect(() => show(freshness), [show, freshness])
  useEffect(() => () => show('none'), [show])
}
