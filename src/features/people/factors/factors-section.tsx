import { FingerprintSimpleIcon } from '@phosphor-icons/react/FingerprintSimple'
import { useState } from 'react'
import { undoRecovery } from '#api/people/factors.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { runAction } from '#app/failure/run-action.ts'
import { dayText, momentText } from '#app/problems/times.ts'
import {
  ONLY_PASSWORD,
  RECOVERY_CODES,
  type FactorRecovery,
  type Factors,
  type SignInWays,
} from '#contract/people/factors.ts'
import { quiet } from '#http/client.ts'
import { Button } from '#ui/button.tsx'
import { ListButton } from '#ui/list-row.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import { toast } from '#ui/notices/toast.tsx'
import type { FactorDialog, useFactors } from './factors.ts'
import css from './factors.module.css'
import { providerName } from './identity-dialog.tsx'
import { canUsePasskeys, datesText } from './passkeys.ts'

type FactorsSectionProps = {
  factors: ReturnType<typeof useFactors>
  open: (dialog: FactorDialog) => void
  openPasskey: (id: string) => void
}

/** Shows the passkeys and whether sign-in needs a second factor, with rows to change that. */
export function FactorsSection({ factors, open, openPasskey }: FactorsSectionProps) {
  return (
    <AnswerList
      what="sign-in settings"
      rows={factors.value && [factors.value]}
      answer={factors}
      loading={<Skeleton className={css.loading} />}
      empty={null}
    >
      {([value = NO_FACTORS]) => (
        <>
          {value.recovery && <Recovery recovery={value.recovery} changed={factors.refresh} />}
          <Passkeys passkeys={value.passkeys} open={open} openPasskey={openPasskey} />
          <Provider ways={value.sign_in ?? ONLY_PASSWORD} open={open} />
          <Authenticator factors={value} open={open} />
          {hasFactor(value) && (
            <section className={css.section} aria-labelledby="for-money">
              <h2 id="for-money" className={css.heading}>
                For money
              </h2>
              <p className={css.text}>
                Redeeming, gift cards and a new PayPal address require a passkey or a code.
              </p>
            </section>
          )}
        </>
      )}
    </AnswerList>
  )
}

const NO_FACTORS: Factors = {
  authenticator: null,
  passkeys: [],
  recovery_codes_left: 0,
  recovery: null,
}

const hasFactor = ({ authenticator, passkeys }: Factors) =>
  authenticator !== null || passkeys.length > 0

type RecoveryProps = { recovery: FactorRecovery; changed: () => Promise<void> }

/** Warns about a recovery that someone asked for, and stops it. */
function Recovery({ recovery, changed }: RecoveryProps) {
  const [busy, setBusy] = useState(false)

  async function stop() {
    setBusy(true)
    await runAction('stop the recovery', () => undoRecovery(quiet), {
      onDone: () => toast('The recovery is stopped. Set a new password, too.'),
    })
    await changed()
    setBusy(false)
  }

  return (
    <section className={css.recovery} aria-label="Account recovery">
      <p>
        {`Someone with your password said that they lost your passkeys and codes. From ${momentText(Date.parse(recovery.ends_at))} they can be removed.`}
      </p>
      <Button busy={busy} onClick={() => void stop()}>
        Stop the recovery
      </Button>
    </section>
  )
}

type PasskeysProps = Omit<FactorsSectionProps, 'factors'> & Pick<Factors, 'passkeys'>

const Passkeys = ({ passkeys, open, openPasskey }: PasskeysProps) => (
  <section className={css.section} aria-labelledby="passkeys">
    <h2 id="passkeys" className={css.heading}>
      Passkeys
    </h2>
    <div className={css.rows}>
      {passkeys.map((passkey) => (
        <ListButton
          key={passkey.id}
          label={passkey.name}
          help={datesText(passkey)}
          opens
          aria-haspopup="dialog"
          onClick={() => openPasskey(passkey.id)}
        />
      ))}
    </div>
    {canUsePasskeys() ? (
      <Button
        className={css.add}
        icon={FingerprintSimpleIcon}
        aria-haspopup="dialog"
        onClick={() => open('add-passkey')}
      >
        Add a passkey
      </Button>
    ) : (
      <p className={css.text}>This browser has no passkeys.</p>
    )}
  </section>
)

type ProviderProps = Pick<FactorsSectionProps, 'open'> & { ways: SignInWays }

function Provider({ ways, open }: ProviderProps) {
  const { provider, identity } = ways
  if (provider === null && identity === null) return null
  return (
    <section className={css.section} aria-labelledby="provider">
      <h2 id="provider" className={css.heading}>
        {providerName(ways)}
      </h2>
      {isNotConnected() && (
        <p className={css.text} role="alert">
          This account is already connected to somebody else here. Choose another one.
        </p>
      )}
      <div className={css.rows}>
        <ListButton
          label={identity ? 'Connected' : 'Not connected'}
          help={identity ? connectedText(identity) : `Sign in with ${providerName(ways)}, too`}
          value={identity ? undefined : 'Connect'}
          opens
          aria-haspopup="dialog"
          onClick={() => open('identity')}
        />
      </div>
    </section>
  )
}

/** Returns whether the provider sent the user back with an account that cannot be connected. */
const isNotConnected = () => new URLSearchParams(location.search).has('not-connected')

function connectedText({ email, added_at }: NonNullable<SignInWays['identity']>): string {
  const since = `since ${dayText(Date.parse(added_at))}`
  return email === '' ? `Connected ${since}` : `${email}, ${since}`
}

type AuthenticatorProps = Pick<FactorsSectionProps, 'open'> & { factors: Factors }

const Authenticator = ({ factors, open }: AuthenticatorProps) => (
  <section className={css.section} aria-labelledby="authenticator">
    <h2 id="authenticator" className={css.heading}>
      Authenticator app
    </h2>
    <div className={css.rows}>
      <ListButton
        label={factors.authenticator ? 'On' : 'Off'}
        help={factors.authenticator ? 'Required on new devices' : 'Sign in with a code from an app'}
        value={factors.authenticator ? undefined : 'Set up'}
        opens
        aria-haspopup="dialog"
        onClick={() => open('authenticator')}
      />
      {hasFactor(factors) && (
        <ListButton
          label="Recovery codes"
          help={`${factors.recovery_codes_left} of ${RECOVERY_CODES} left`}
          opens
          aria-haspopup="dialog"
          onClick={() => open('recovery-codes')}
        />
      )}
    </div>
  </section>
)
