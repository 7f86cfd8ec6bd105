import { useState } from 'react'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { dayText, momentText } from '#app/problems/times.ts'
import { Screen } from '#app/shell/screen/screen.tsx'
import { ONLY_PASSWORD } from '#contract/people/factors.ts'
import type { SignedInDevice } from '#contract/people/sessions.ts'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { LeavingSection } from '#features/people/leaving/leaving-section.tsx'
import { AuthenticatorDialog } from '#features/people/factors/authenticator-dialog.tsx'
import { useFactors } from '#features/people/factors/factors.ts'
import { AddPasskeyDialog, PasskeyDialog } from '#features/people/factors/passkey-dialogs.tsx'
import { IdentityDialog } from '#features/people/factors/identity-dialog.tsx'
import { FactorsSection } from '#features/people/factors/factors-section.tsx'
import { RecoveryCodesDialog } from '#features/people/factors/recovery-codes-dialog.tsx'
import { InvitationsSetting } from '#features/partners/invitations-setting.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { useEmail, useMobile } from './account-info.ts'
import { AccountRows } from './account-rows.tsx'
import css from './account-screen.module.css'
import { nameOf, signOut, useDevices } from './devices.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** Shows the sign-in data and the signed-in devices, which can be signed out. */
export function AccountScreen() {
  const devices = useDevices()
  const email = useEmail()
  const mobile = useMobile()
  const factors = useFactors()
  const dialog = useDialogParam('dialog')
  const passkeyDialog = useDialogParam('passkey')
  const passkey = factors.value?.passkeys.find(({ id }) => id === passkeyDialog.value)
  return (
    <Screen title="Account info" freshness={devices} back={paths.settings} narrow>
      <AccountRows
        email={email.value}
        mobile={mobile.value}
        ways={factors.value?.sign_in ?? ONLY_PASSWORD}
        changePassword={() => dialog.open('password')}
      />
      <FactorsSection factors={factors} open={dialog.open} openPasskey={passkeyDialog.open} />
      <section className={`${css.section} stack`}>
        <h2 className={css.heading}>Signed in on</h2>
        <AnswerList
          what="devices"
          rows={devices.value}
          answer={devices}
          loading={<DevicesSkeleton />}
          empty={null}
        >
          {(rows) => (
            <ul className="stack">
              {rows.map((device) => (
                <DeviceRow key={device.id} device={device} changed={devices.refresh} />
              ))}
            </ul>
          )}
        </AnswerList>
      </section>
      <InvitationsSetting />
      <LeavingSection />
      {dialog.value === 'password' && (
        <PasswordDialog onClose={dialog.close} changed={() => void devices.refresh()} />
      )}
      {dialog.value === 'authenticator' && factors.value && (
        <AuthenticatorDialog
          isOn={factors.value.authenticator !== null}
          changed={() => void factors.refresh()}
          onClose={dialog.close}
        />
      )}
      {dialog.value === 'add-passkey' && (
        <AddPasskeyDialog changed={() => void factors.refresh()} onClose={dialog.close} />
      )}
      {passkey && (
        <PasskeyDialog
          key={passkey.id}
          passkey={passkey}
          changed={() => void factors.refresh()}
          onClose={passkeyDialog.close}
        />
      )}
      {dialog.value === 'identity' && factors.value && (
        <IdentityDialog
          ways={factors.value.sign_in ?? ONLY_PASSWORD}
          changed={() => void factors.refresh()}
          onClose={dialog.close}
        />
      )}
      {dialog.value === 'recovery-codes' && factors.value && (
        <RecoveryCodesDialog
          left={factors.value.recovery_codes_left}
          changed={() => void factors.refresh()}
          onClose={dialog.close}
        />
      )}
    </Screen>
  )
}

type DeviceRowProps = { device: SignedInDevice; changed: () => Promise<void> }

function DeviceRow({ device, changed }: DeviceRowProps) {
  const [busy, setBusy] = useState(false)
  const name = nameOf(device)

  async function end() {
    setBusy(true)
    await signOut(device, () => void changed())
    setBusy(false)
  }

  return (
    <li className={css.device}>
      <div>
        <b className={css.name}>{name}</b>
        <span className="hint">
          {device.is_this_one
            ? 'This device'
            : `Last used ${momentText(Date.parse(device.last_seen_at))}, signed in ${dayText(Date.parse(device.created_at))}`}
        </span>
      </div>
      {!device.is_this_one && (
        <Button size="sm" busy={busy} aria-label={`Sign out ${name}`} onClick={() => void end()}>
          Sign out
        </Button>
      )}
    </li>
  )
}

const DevicesSkeleton = () => (
  <div className="stack" aria-hidden>
    <Skeleton className={css.loading} />
    <Skeleton className={css.loading} />
  </div>
)
