import { InstagramLogoIcon } from '@phosphor-icons/react/InstagramLogo'
import { AccountFace } from '#features/people/connected-accounts/account-row.tsx'
import { useInstagramAccount, useLogin } from '#features/people/connected-accounts/accounts.ts'
import { useConnectAccount } from '#features/people/connected-accounts/use-connect.ts'
import { Button } from '#ui/button.tsx'
import css from './onboarding-dialog.module.css'
import { PicturesArt } from './step-art.tsx'
import { StepFrame } from './step-frame.tsx'
import type { Wizard } from './use-wizard.ts'

/**
 * Shows buttons to connect Instagram or skip. After returning from Instagram, it shows the
 * connected account.
 */
export function InstagramStep({ wizard }: { wizard: Wizard }) {
  const account = useInstagramAccount()
  const login = useLogin()
  const connect = useConnectAccount()
  const canConnect = account === null && Boolean(login)
  return (
    <StepFrame wizard={wizard} action={account ? 'Next' : 'Skip'} quiet={canConnect}>
      <PicturesArt />
      {account && (
        <p className={css.account}>
          <AccountFace account={account} size={44} />
          <span>
            <b>{account.account_name}</b> is connected
          </span>
        </p>
      )}
      {account === null && login && (
        <Button
          variant="primary"
          icon={InstagramLogoIcon}
          className={css.open}
          onClick={() => connect('instagram', login, { onboarding: true })}
        >
          Connect Instagram
        </Button>
      )}
    </StepFrame>
  )
}
