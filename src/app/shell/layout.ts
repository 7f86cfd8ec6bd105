import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** Parts of the shell that a screen can show or hide. */
export type LayoutFlags = {
  topBar: boolean
  /** Side menu and bottom bar. */
  nav: boolean
  /** Button in the top bar. */
  createButton: boolean
  /** Floating button: with label, icon only, or none. */
  fab: 'label' | 'icon' | 'none'
  /** Banner at the bottom for a promotion that ends soon. */
  timeBanner: boolean
}

const DEFAULT_FLAGS: LayoutFlags = {
  topBar: true,
  nav: true,
  createButton: true,
  fab: 'none',
  timeBanner: true,
}

/** Flags per route. The first match counts. */
const ROUTES: [path: RegExp, flags: Partial<LayoutFlags>][] = [
  [/^\/creator-step-splitpages(-instagram)?$/, { createButton: false, timeBanner: false }],
  [/^\/splitlinks$/, { fab: 'label' }],
  [/^\/$|^\/(google-search|promotions|brands|trending-products)/, { fab: 'icon' }],
]

export function layoutOf(pathname: string): LayoutFlags {
  const [, flags] = ROUTES.find(([path]) => path.test(pathname)) ?? []
  return { ...DEFAULT_FLAGS, ...flags }
}

const overrides = atom<readonly Partial<LayoutFlags>[]>([])
const overridesAtom = atom((get): Partial<LayoutFlags> => Object.assign({}, ...get(overrides)))

/** Changes what the shell shows while a component is mounted, such as a sticky action bar. */
export function useLayoutFlags(flags: Partial<LayoutFlags>) {
  const change = useSetAtom(overrides)
  const { topBar, nav, createButton, fab, timeBanner } = flags
  useEffect(() => {
    const setFlags = Object.fromEntries(
      Object.entries({ topBar, nav, createButton, fab, timeBanner }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    change((all) => [...all, setFlags])
    return () => change((all) => all.filter((other) => other !== setFlags))
  }, [change, topBar, nav, createButton, fab, timeBanner])
}

export const useLayout = (pathname: string): LayoutFlags => ({
  ...layoutOf(pathname),
  ...useAtomValue(overridesAtom),
})
