import { DeviceMobileIcon } from '@phosphor-icons/react/DeviceMobile'
import { APP_NAME } from '#contract/app-constants.ts'
import { ListButton } from '#ui/list-row.tsx'
import { useDialogParam } from '../dialog/use-dialog-param.ts'
import { useInstallWay } from './ways.ts'

/** Opens the explanation of installing and sharing, also after the bar was dismissed. */
export function InstallRow() {
  const dialog = useDialogParam('install')
  const installed = useInstallWay() === 'installed'
  return (
    <ListButton
      icon={DeviceMobileIcon}
      label={installed ? `Share to ${APP_NAME}` : `Install ${APP_NAME}`}
      onClick={() => dialog.open('')}
    />
  )
}
