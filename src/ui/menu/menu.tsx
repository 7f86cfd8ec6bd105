import { useCallback, useState, type MouseEvent, type ReactNode } from 'react'
import { MenuPopup, type MenuItem } from './menu-popup.tsx'

type TriggerProps = {
  onClick: (event: MouseEvent<HTMLElement>) => void
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
}

type MenuProps = {
  label: string
  items: MenuItem[]
  /** Renders the button with these props. */
  trigger: (props: TriggerProps) => ReactNode
}

export function Menu({ label, items, trigger }: MenuProps) {
  const [anchor, setAnchor] = useState<DOMRect>()
  const close = useCallback(() => setAnchor(undefined), [])
  return (
    <>
      {trigger({
        onClick: ({ currentTarget }) =>
          setAnchor(anchor ? undefined : currentTarget.getBoundingClientRect()),
        'aria-haspopup': 'menu',
        'aria-expanded': Boolean(anchor),
      })}
      {anchor && <MenuPopup label={label} items={items} anchor={anchor} onClose={close} />}
    </>
  )
}
