import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { useState } from 'react'
import { renewRecoveryCodes } from '#api/people/factors.ts'
import { runAction } from '#app/failure/run-action.ts'
import { RECOVERY_CODES } from '#contract/people/factors.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { downloadText } from '#ui/download-text.ts'
import css from './factors.module.css'
import { withProof } from './with-proof.ts'

type RecoveryCodesDialogProps = { left: number; changed: () => void; onClose: () => void }

/** Says how many codes are left and replaces them. */
export function RecoveryCodesDialog({ left, changed, onClose }: RecoveryCodesDialogProps) {
  const [codes, setCodes] = useState<string[]>()
  const [busy, setBusy] = useState(false)

  async function renew() {
    setBusy(true)
    await runAction('get new codes', () => withProof(() => renewRecoveryCodes(quiet)), {
      onDone({ recovery_codes }) {
        setCodes(recovery_codes)
        changed()
      },
    })
    setBusy(false)
  }

  if (codes) return <RecoveryCodesList codes={codes} onClose={onClose} />
  return (
    <Modal
      title="Recovery codes"
      onClose={onClose}
      footer={
        <Button variant="primary" busy={busy} onClick={() => void renew()}>
          Get new codes
        </Button>
      }
    >
      <p className={css.text}>
        {`${left} of ${RECOVERY_CODES} left. Each code replaces your passkey or authenticator app once. New codes replace all earlier ones.`}
      </p>
    </Modal>
  )
}

type RecoveryCodesListProps = { codes: string[]; onClose: () => void }

/** Shows new recovery codes, the only time that they can be copied or saved. */
export function RecoveryCodesList({ codes, onClose }: RecoveryCodesListProps) {
  const text = codes.join('\n')
  return (
    <Modal
      title="Save your recovery codes"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          I saved them
        </Button>
      }
    >
      <p className={css.text}>
        Each code replaces your passkey or authenticator app once, for example if you lose your
        phone. You won’t be able to see them again.
      </p>
      <ul className={css.codes} translate="no">
        {codes.map((code) => (
          <li key={code} className={css.code}>
            {code}
          </li>
        ))}
      </ul>
      <div className={css.buttons}>
        <CopyButton variant="button" look="secondary" text={text} label="Copy codes" />
        <Button
          icon={DownloadSimpleIcon}
          onClick={() => downloadText('recovery-codes.txt', `${text}\n`, 'text/plain')}
        >
          Save as file
        </Button>
      </div>
    </Modal>
  )
}
