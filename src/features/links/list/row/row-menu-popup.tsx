import { CheckSquareIcon } from '@phosphor-icons/react/CheckSquare'
import type { ShortLink } from '#contract/links/short-link.ts'
import { MenuPopup, type MenuItem, type MenuPopupProps } from '#ui/menu/menu-popup.tsx'
import { useLinkActions } from '../../link-actions.ts'
import { titleOf } from '../../short-parts.ts'

export type RowMenuPopupProps = Pick<MenuPopupProps, 'anchor' | 'onClose'> & {
  link: ShortLink
  /** Starts the selection; undefined if links cannot be selected in this list. */
  onSelect: ((uuid: string) => void) | undefined
}

/** Shows the open menu of a link. */
export function RowMenuPopup({ link, onSelect, ...place }: RowMenuPopupProps) {
  const { items } = useLinkActions()
  const select: MenuItem[] = onSelect
    ? [{ label: 'Select', icon: CheckSquareIcon, onSelect: () => onSelect(link.uuid) }]
    : []
  return (
    <MenuPopup label={`More for ${titleOf(link)}`} items={[...items(link), ...select]} {...place} />
  )
}
