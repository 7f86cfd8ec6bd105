import { EnvelopeSimpleIcon } from '@phosphor-icons/react/EnvelopeSimple'
import { LockIcon } from '@phosphor-icons/react/Lock'
import { PhoneIcon } from '@phosphor-icons/react/Phone'
import type { EmailState, MobileState } from '#contract/people/account.ts'
import type { SignInWays } from '#contract/people/factors.ts'
import { paths } from '#paths.ts'
import { ListButton, ListLink } from '#ui/list-row.tsx'
import css from './account-screen.module.css'

type AccountRowsProps = {
  email: EmailState | undefined
  mobile: MobileState | undefined
  ways: SignInWays
  changePassword: () => void
}

/** Shows email, phone and password, one row each. */
export const AccountRows = ({ email, mobile, ways, changePassword }: AccountRowsProps) => (
  <nav className={css.rows} aria-label="Account info">
    <ListLink
      icon={EnvelopeSimpleIcon}
      href={paths.accountEmail}
      label="Email"
      help={email && <span className={css.wrap}>{emailText(email)}</span>}
    />
    <ListLink
      icon={PhoneIcon}
      href={mobile?.pending_mobile ? paths.confirmPhone : paths.accountPhone}
      label="Phone"
      help={mobile && mobileText(mobile)}
      value={mobile && mobile.mobile === null ? 'Add' : undefined}
    />
    {ways.allows_password && (
      <ListButton
        icon={LockIcon}
        label="Password"
        help={
          ways.has_password
            ? 'Change it here, or by a link that we mail you'
            : 'Not set. You can sign in without it.'
        }
        opens
        onClick={changePassword}
        aria-haspopup="dialog"
      />
    )}
  </nav>
)

function emailText({ email, pending_email, is_confirmed, sent_at, delivery }: EmailState): string {
  if (pending_email !== null) return `${email}. Waiting for ${pending_email}.`
  if (is_confirmed) return email
  return sent_at !== null && delivery === 'smtp'
    ? `${email}, not confirmed. Open the mail we sent there.`
    : `${email}, not confirmed`
}

function mobileText({ mobile, is_verified, pending_mobile }: MobileState): string {
  if (mobile === null) return 'Not set'
  if (!is_verified) return `${mobile}, not confirmed`
  return pending_mobile === null ? mobile : `${mobile}. Waiting for ${pending_mobile}.`
}
