import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { APP_NAME } from '#contract/app-constants.ts'
import { useLinkTotals } from '#live/read/use-link-totals.ts'
import { Button } from '#ui/button.tsx'
import { OfferBar } from '#ui/notices/offer-bar.tsx'
import { currentView } from '../dialog/link-dialog-state.ts'
import { useDialogParam } from '../dialog/use-dialog-param.ts'
import { dismissInstall, wasDismissed } from './dismissed.ts'
import { askToInstall } from './prompt.ts'
import { useInstallWay } from './ways.ts'

/** Offers to install the app, once the user has a link and while no dialog is open. */
export function InstallBar() {
  const way = useInstallWay()
  const links = useLinkTotals()?.links ?? 0
  const busy = useAtomValue(currentView) !== undefined
  const [dismissed, setDismissed] = useState(wasDismissed)
  const dialog = useDialogParam('install')
  if (
    dismissed ||
    busy ||
    dialog.value !== undefined ||
    links === 0 ||
    (way !== 'prompt' && way !== 'ios')
  )
    return null

  function dismiss() {
    dismissInstall()
    setDismissed(true)
  }
  async function accept() {
    if (way === 'ios') dialog.open('')
    // The bar is dismissed whatever the user answered in the browser's dialog.
    else await askToInstall().catch(() => false)
    dismiss()
  }
  return (
    <OfferBar
      icon={DownloadSimpleIcon}
      action={
        <Button size="sm" variant="primary" onClick={() => void accept()}>
          {way === 'ios' ? 'Show how' : 'Install'}
        </Button>
      }
      onDismiss={dismiss}
    >
      Keep {APP_NAME} at hand, offline too
    </OfferBar>
  )
}
