import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** Parts of the shell that a screen can show or hide. */
export type LayoutFlags = {
  topBar: boolean
  /** Side menu and bottom bar. */
  nav: boolean
  /** The top bar's button. */
  createButton: boolean
  /** The floating button: with its label, the icon alone, or not at all. */
  fab: 'label' | 'icon' | 'none'
  /** What ends soon, at the foot, while there is something. */
  timeBanner: boolean
}

const EVERYTHING: LayoutFlags = {
  topBar: true,
  nav: true,
  createButton: true,
  fab: 'none',
  timeBanner: true,
}

/** What each route shows; the first that fits counts. */
const ROUTES: [path: RegExp, flags: Partial<LayoutFlags>][] = [
  [/^\/creator-step-splitpages(-instagram)?$/, { createButton: false, timeBanner: false }],
  [/^\/splitlinks$/, { fab: 'label' }],
  [/^\/$|^\/(google-search|promotions|brands|trending-products)/, { fab: 'icon' }],
]

export function layoutOf(pathname: string): LayoutFlags {
  const [, flags] = ROUTES.find(([path]) => path.test(pathname)) ?? []
  return { ...EVERYTHING, ...flags }
}

const overrides = atom<readonly Partial<LayoutFlags>[]>([])
const applied = atom((get): Partial<LayoutFlags> => Object.assign({}, ...get(overrides)))

/** While mounted, a part of a screen changes what the shell shows, as a sticky action bar does. */
export function useLayoutFlags(flags: Partial<LayoutFlags>) {
  const change = useSetAtom(overrides)
  const { topBar, nav, createButton, fab, timeBanner } = flags
  useEffect(() => {
    const given = Object.fromEntries(
      Object.entries({ topBar, nav, createButton, fab, timeBanner }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    change((all) => [...all, given])
    return () => change((all) => all.filter((other) => other !== given))
  }, [change, topBar, nav, createButton, fab, timeBanner])
}

export const useLayout = (pathname: string): LayoutFlags => ({
  ...layoutOf(pathname),
  ...useAtomValue(applied),
})
