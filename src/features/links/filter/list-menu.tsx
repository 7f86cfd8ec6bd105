import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useNavigate } from '@tanstack/react-router'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { Chip } from '#ui/chip.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { paths } from '#paths.ts'

/** Shows the actions for all links: import and export. */
export function ListMenu() {
  const navigate = useNavigate()
  const dialog = useDialogParam('import')
  return (
    <Menu
      label="Import and export"
      items={[
        {
          label: 'Import links',
          icon: UploadSimpleIcon,
          onSelect: () => dialog.open(''),
        },
        {
          label: 'Export links',
          icon: DownloadSimpleIcon,
          onSelect: () => void navigate({ to: paths.dataExports }),
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
