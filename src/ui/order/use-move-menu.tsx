import { ArrowDownIcon } from '@phosphor-icons/react/ArrowDown'
import { ArrowLineDownIcon } from '@phosphor-icons/react/ArrowLineDown'
import { ArrowLineUpIcon } from '@phosphor-icons/react/ArrowLineUp'
import { ArrowUpIcon } from '@phosphor-icons/react/ArrowUp'
import { useState } from 'react'
import { MenuPopup, type MenuPopupProps } from '#ui/menu/menu-popup.tsx'
import type { Order } from './use-order.ts'

type Opened = { name: string; place: number; anchor: MenuPopupProps['anchor'] }

/** Returns menu items that move an item, an alternative to dragging and keys (WCAG 2.5.7). */
export function moveItems({ ids, move }: Pick<Order, 'ids' | 'move'>, place: number) {
  const last = ids.length - 1
  const to = (next: number) => () => move(place, next)
  return [
    ...(place > 0
      ? [
          { label: 'Move up', icon: ArrowUpIcon, onSelect: to(place - 1) },
          { label: 'Move to the top', icon: ArrowLineUpIcon, onSelect: to(0) },
        ]
      : []),
    ...(place < last
      ? [
          { label: 'Move down', icon: ArrowDownIcon, onSelect: to(place + 1) },
          { label: 'Move to the end', icon: ArrowLineDownIcon, onSelect: to(last) },
        ]
      : []),
  ]
}

/** Returns one menu for all handles of a list. */
export function useMoveMenu(order: Order) {
  const [opened, open] = useState<Opened>()
  const popup = opened && (
    <MenuPopup
      label={`Move ${opened.name}`}
      items={moveItems(order, opened.place)}
      anchor={opened.anchor}
      onClose={() => open(undefined)}
    />
  )
  return { open, popup }
}
