import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import type { Section } from '#contract/page/pages.ts'
import { IconButton } from '#ui/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import type { SectionsAnswer } from '../page.ts'
import { useSectionActions } from './use-section-actions.ts'
import type { Saves } from '../use-saves.ts'

type SectionMenuProps = {
  section: Section
  sections: SectionsAnswer
  saves: Saves
  onRemoved: () => void
}

export function SectionMenu({ section, sections, saves, onRemoved }: SectionMenuProps) {
  const { show, remove } = useSectionActions(sections, saves, onRemoved)
  const { is_visible } = section
  return (
    <Menu
      label="More for this section"
      items={[
        {
          label: is_visible ? 'Hide' : 'Show',
          icon: is_visible ? EyeSlashIcon : EyeIcon,
          onSelect: () => show(section, !is_visible),
        },
        { label: 'Remove', icon: TrashIcon, danger: true, onSelect: () => remove(section) },
      ]}
      trigger={(props) => (
        <IconButton label="More for this section" icon={DotsThreeIcon} iconSize={24} {...props} />
      )}
    />
  )
}
