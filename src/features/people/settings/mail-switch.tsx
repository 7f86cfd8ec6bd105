import { getEmailState } from '#api/people/account-info.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import type { EmailState } from '#contract/people/account.ts'
import type { UserSettings } from '#contract/people/session.ts'
import { paths } from '#paths.ts'
import { Switch } from '#ui/fields/switch.tsx'

type MailSwitchProps = {
  checked: boolean | undefined
  change: (wanted: Partial<UserSettings['notifications']>) => void
}

/** Shows the switch for mail notifications. Mails about the account are always sent. */
export function MailSwitch({ checked, change }: MailSwitchProps) {
  const { value } = useAnswer('account email', getEmailState, { copy: true, isSecondary: true })
  return (
    <>
      <Switch
        label="By mail"
        help="At most one an hour. Mails about your account always come."
        checked={checked}
        onChange={(email) => change({ email })}
      />
      {checked && value && <NoMailReason state={value} />}
    </>
  )
}

/** Shows why no mails are sent at present. */
function NoMailReason({ state: { delivery, is_confirmed } }: { state: EmailState }) {
  if (delivery === 'outbox') return <p className="hint">This server can’t send mail yet.</p>
  if (is_confirmed) return null
  return (
    <p className="hint">
      Mails come once you have <a href={paths.accountEmail}>confirmed your email</a>.
    </p>
  )
}
