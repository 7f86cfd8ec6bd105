import { Suspense } from 'react'
import type { Icon } from '../icon.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { QuietBoundary } from '../loading/quiet-boundary.tsx'

export type MenuItem = {
  label: string
  icon?: Icon
  onSelect: () => void
  danger?: boolean
  /** Whether the item is selected. Undefined for items that cannot be selected. */
  checked?: boolean
  /** Whether several items can be selected. */
  several?: boolean
}

export type MenuPopupProps = {
  label: string
  items: MenuItem[]
  /** Rectangle of the trigger, or a point for a right click. */
  anchor: { left: number; right: number; top: number; bottom: number }
  onClose: () => void
}

const OpenMenu = lazyPart(async () => (await import('./floating-menu.tsx')).OpenMenu)

/** Loads the menu's code before it is needed. */
export const preloadMenu = OpenMenu.preload

/** Shows an open menu. Open while mounted. */
export const MenuPopup = (props: MenuPopupProps) => (
  <QuietBoundary>
    <Suspense>
      <OpenMenu {...props} />
    </Suspense>
  </QuietBoundary>
)
