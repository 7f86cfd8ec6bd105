import { InstagramLogoIcon } from '@phosphor-icons/react/InstagramLogo'
import { useLogin } from '#features/people/connected-accounts/accounts.ts'
import { isSetUp } from '#features/people/connected-accounts/authorize.ts'
import { notSetUp } from '#features/people/connected-accounts/not-set-up.ts'
import { useConnectAccount } from '#features/people/connected-accounts/use-connect.ts'
import type { ConnectedAccount } from '#contract/people/connected-accounts.ts'
import { Button } from '#ui/button.tsx'
import css from './new-page.module.css'

type FillFromInstagramProps = { account: ConnectedAccount | null }

/** Shows which Instagram account filled in the fields, or a button to connect one. */
export function FillFromInstagram({ account }: FillFromInstagramProps) {
  const login = useLogin()
  const connect = useConnectAccount()
  if (account) return <p className={css.lead}>{`Filled in from ${account.account_name}.`}</p>
  if (!login) return null
  if (!isSetUp('instagram', login)) return <p className={css.lead}>{notSetUp('instagram')}</p>
  return (
    <div className={css.picture}>
      <Button
        icon={InstagramLogoIcon}
        onClick={() => connect('instagram', login, { onboarding: true })}
      >
        Fill in from Instagram
      </Button>
    </div>
  )
}
