import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { useState } from 'react'
import { APP_NAME } from '#contract/app-constants.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { useDialogParam } from '../dialog/use-dialog-param.ts'
import css from './install-dialog.module.css'
import { InstallArt, ShareArt } from './install-art.tsx'
import { askToInstall } from './prompt.ts'
import { SHARING, STEPS } from './texts.tsx'
import { useInstallWay, type InstallWay } from './ways.ts'

/** Ways of installing after which the app is in the share menu of other apps. */
const WAYS_WITH_SHARE_MENU: readonly InstallWay[] = ['installed', 'prompt', 'android']

/**
 * Explains installing and sharing, which on a phone replace the browser extension of a computer.
 */
export function InstallDialog() {
  const { close } = useDialogParam('install')
  const way = useInstallWay()
  const installed = way === 'installed'
  return (
    <Modal
      title={installed ? `${APP_NAME} is installed` : `Install ${APP_NAME}`}
      onClose={close}
      footer={way === 'prompt' && <InstallButton />}
    >
      <div className={css.body}>
        {!installed && <InstallSteps way={way} />}
        <section className={css.part}>
          <h3 className={css.heading}>Share pages to {APP_NAME}</h3>
          {WAYS_WITH_SHARE_MENU.includes(way) && <ShareArt />}
          <p>{SHARING[way]}</p>
        </section>
      </div>
    </Modal>
  )
}

function InstallSteps({ way }: { way: Exclude<InstallWay, 'installed'> }) {
  const steps = STEPS[way]
  return (
    <section className={css.part}>
      {steps.length > 0 && <InstallArt way={way} />}
      <p>
        {way === 'none'
          ? `This browser cannot install apps. Chrome and Safari can. Here ${APP_NAME} works in a tab, also offline.`
          : `${APP_NAME} then opens like any other app, also offline.`}
      </p>
      {steps.length > 0 && (
        <ol className={css.steps}>
          {steps.map(({ id, step }) => (
            <li key={id}>{step}</li>
          ))}
        </ol>
      )}
    </section>
  )
}

function InstallButton() {
  const [asking, setAsking] = useState(false)
  async function install() {
    setAsking(true)
    await askToInstall().catch(() => false)
    setAsking(false)
  }
  return (
    <Button
      variant="primary"
      icon={DownloadSimpleIcon}
      busy={asking}
      onClick={() => void install()}
    >
      Install
    </Button>
  )
}
