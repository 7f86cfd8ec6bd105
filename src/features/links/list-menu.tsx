import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useNavigate } from '@tanstack/react-router'
import { Chip } from '#ui/chip.tsx'
import { Menu } from '#ui/menu.tsx'

/** What concerns all links at once: bringing them in, taking them out. */
export function ListMenu() {
  const navigate = useNavigate()
  return (
    <Menu
      label="Import and export"
      items={[
        {
          label: 'Import links',
          icon: UploadSimpleIcon,
          onSelect: () =>
            void navigate({
              to: '/splitlinks',
              search: (current: object) => ({ ...current, import: '' }),
              state: (current) => ({ ...current, ownImport: true }),
              resetScroll: false,
            }),
        },
        {
          label: 'Export links',
          icon: DownloadSimpleIcon,
          onSelect: () => void navigate({ to: '/data-exports' }),
        },
      ]}
      trigger={(props) => (
        <Chip aria-label="Import and export" title="Import and export" {...props}>
          <DotsThreeIcon size={20} weight="bold" aria-hidden />
        </Chip>
      )}
    />
  )
}
