import { MinusCircleIcon } from '@phosphor-icons/react/MinusCircle'
import { ShareNetworkIcon } from '@phosphor-icons/react/ShareNetwork'
import { useState } from 'react'
import type { ShortLink } from '#contract/links/short-link.ts'
import { useOpenLink } from '#features/links/use-open-link.ts'
import { titleOf } from '#features/links/short-parts.ts'
import { MenuPopup, type MenuPopupProps } from '#ui/menu/menu-popup.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { addLinks, orderLinks, removeLink } from './collections.ts'
import { showRefusal } from './refusal.ts'
import { moveItems } from '#ui/order/use-move-menu.tsx'
import type { Order } from '#ui/order/use-order.ts'

type OpenMenu = { link: ShortLink; place: number; anchor: MenuPopupProps['anchor'] }

/**
 * Returns the actions for links of a regular collection: one shared menu, and keys on the handle.
 */
export function useHeldLinks(uuid: string, order: Order) {
  const { share } = useOpenLink()
  const [opened, setOpened] = useState<OpenMenu>()

  async function remove(link: ShortLink, before: string[]) {
    try {
      const { waiting } = await removeLink(uuid, link.uuid)
      toast(`Removed from the collection${waiting ? '. Waiting to sync.' : ''}`, {
        action: { label: 'Undo', onSelect: () => void restore(link, before) },
      })
    } catch (error) {
      showRefusal(error, 'remove the link')
    }
  }

  async function restore(link: ShortLink, before: string[]) {
    try {
      await addLinks(uuid, [link.uuid])
      await orderLinks(uuid, before, [...before.filter((one) => one !== link.uuid), link.uuid])
    } catch (error) {
      showRefusal(error, 'put the link back')
    }
  }

  function items({ link, place }: OpenMenu) {
    return [
      { label: 'Share', icon: ShareNetworkIcon, onSelect: () => share(link) },
      ...moveItems(order, place),
      {
        label: 'Remove',
        icon: MinusCircleIcon,
        danger: true,
        onSelect: () => void remove(link, order.ids),
      },
    ]
  }

  const popup = opened && (
    <MenuPopup
      label={`More for ${titleOf(opened.link)}`}
      items={items(opened)}
      anchor={opened.anchor}
      onClose={() => setOpened(undefined)}
    />
  )
  // Arrow keys on the handle move the link from its current place.
  return { open: setOpened, keydown: order.keydown, popup }
}

export type Editing = Pick<ReturnType<typeof useHeldLinks>, 'open' | 'keydown'>
