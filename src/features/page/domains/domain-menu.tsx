import { ArrowsClockwiseIcon } from '@phosphor-icons/react/ArrowsClockwise'
import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { PencilSimpleIcon } from '@phosphor-icons/react/PencilSimple'
import { StarIcon } from '@phosphor-icons/react/Star'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { useNavigate } from '@tanstack/react-router'
import type { CustomDomain } from '#contract/page/domains.ts'
import { shownHost } from '#contract/text/hosts.ts'
import { paths } from '#paths.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import type { MenuItem } from '#ui/menu/menu-popup.tsx'
import type { DomainActions } from './use-domain-actions.ts'

type DomainMenuProps = { domain: CustomDomain; actions: DomainActions }

export function DomainMenu({ domain, actions }: DomainMenuProps) {
  const navigate = useNavigate()
  const label = `More for ${shownHost(domain.domain)}`
  const edit = () => void navigate({ href: paths.editDomain(String(domain.id)) })
  const items: MenuItem[] = [
    { label: 'Edit and records', icon: PencilSimpleIcon, onSelect: edit },
    ...(domain.status === 'active' ? [mainItem(domain, actions)] : []),
    {
      label: 'Check again',
      icon: ArrowsClockwiseIcon,
      onSelect: () => void actions.check(domain),
    },
    {
      label: 'Remove',
      icon: TrashIcon,
      danger: true,
      onSelect: () => void actions.remove(domain),
    },
  ]
  return (
    <Menu
      label={label}
      items={items}
      trigger={(props) => (
        <IconButton label={label} icon={DotsThreeIcon} iconSize={24} {...props} />
      )}
    />
  )
}

const mainItem = (domain: CustomDomain, actions: DomainActions): MenuItem => ({
  label: domain.is_main ? 'Stop using for new links' : 'Use for new links',
  icon: StarIcon,
  onSelect: () => void actions.makeMain(domain, !domain.is_main),
})
