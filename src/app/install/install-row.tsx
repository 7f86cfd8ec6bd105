import { DeviceMobileIcon } from '@phosphor-icons/react/DeviceMobile'
import { Suspense, useState } from 'react'
import { APP_NAME } from '#contract/app-constants.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { ListButton } from '#ui/list-row.tsx'
import { useInstallWay } from './ways.ts'

const InstallDialog = lazyPart(async () => (await import('./install-dialog.tsx')).InstallDialog)

/** Opens the explanation of installing and sharing; the way back to it after the bar was closed. */
export function InstallRow() {
  const [open, setOpen] = useState(false)
  const installed = useInstallWay() === 'installed'
  return (
    <>
      <ListButton
        icon={DeviceMobileIcon}
        label={installed ? `Share to ${APP_NAME}` : `Install ${APP_NAME}`}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <InstallDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
