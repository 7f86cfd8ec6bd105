import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import type { ShortLink } from '#contract/links.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/menu.tsx'
import { useLinkActions } from './link-actions.ts'

/** In SHARE: the menu of its link, without what SHARE itself already offers. */
export function LinkMenu({ link, onLeave }: { link: ShortLink; onLeave: () => void }) {
  const { items } = useLinkActions()
  const others = items(link).filter(({ id }) => id !== 'share' && id !== 'copy')
  return (
    <Menu
      label="More for this link"
      items={others.map(({ id, ...item }) => ({
        ...item,
        onSelect: () => {
          if (id === 'analytics') onLeave()
          item.onSelect()
        },
      }))}
      trigger={(props) => <IconButton label="More for this link" icon={DotsThreeIcon} {...props} />}
    />
  )
}
