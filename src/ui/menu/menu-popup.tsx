import { Suspense } from 'react'
import type { Icon } from '../icon.ts'
import { lazyPart } from '../lazy-part.tsx'
import { QuietBoundary } from '../quiet-boundary.tsx'

export type MenuItem = {
  label: string
  icon?: Icon
  onSelect: () => void
  danger?: boolean
  /** Set when the item is one of several to choose from. */
  checked?: boolean
  /** Others may be chosen beside it. */
  several?: boolean
}

export type MenuPopupProps = {
  label: string
  items: MenuItem[]
  /** The trigger's rectangle, or a point for a right click. */
  anchor: { left: number; right: number; top: number; bottom: number }
  onClose: () => void
}

const OpenMenu = lazyPart(async () => (await import('./floating-menu.tsx')).OpenMenu)

/** Fetches the menu before anyone asks for one. */
export const preloadMenu = OpenMenu.preload

/** The open menu. Mounted means open. */
export const MenuPopup = (props: MenuPopupProps) => (
  <QuietBoundary>
    <Suspense>
      <OpenMenu {...props} />
    </Suspense>
  </QuietBoundary>
)
