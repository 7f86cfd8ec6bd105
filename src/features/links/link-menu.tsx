import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import type { ShortLink } from '#contract/links/short-link.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { useLinkActions } from './link-actions.ts'

type LinkMenuProps = {
  link: ShortLink
  /** Ids of actions that the view itself already offers. */
  without: readonly string[]
  /**
   * Called before navigation to another screen. If absent, the navigation itself asks about unsaved
   * changes.
   */
  onLeave?: () => void
}

/** Shows the menu of a link in the share and edit views. */
export function LinkMenu({ link, without, onLeave }: LinkMenuProps) {
  const { items } = useLinkActions()
  const others = items(link).filter(({ id }) => !without.includes(id))
  return (
    <Menu
      label="More for this link"
      items={others.map(({ id, ...item }) => ({
        ...item,
        onSelect: () => {
          if (id === 'analytics') onLeave?.()
          item.onSelect()
        },
      }))}
      trigger={(props) => <IconButton label="More for this link" icon={DotsThreeIcon} {...props} />}
    />
  )
}
