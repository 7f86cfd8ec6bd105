import { Screen } from '#app/shell/screen/screen.tsx'
import type { UserSettings } from '#contract/people/session.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { paths } from '#paths.ts'
import css from './notifications-screen.module.css'
import { MailSwitch } from './mail-switch.tsx'
import { PushSwitch } from './push-switch.tsx'
import { useNotificationSettings } from './use-notification-settings.ts'

type Name = keyof UserSettings['notifications']

const GROUPS: { name: Name; label: string; help: string }[] = [
  {
    name: 'clicks',
    label: 'Clicks',
    help: 'First click of a link, then 10, 100, 1,000 and so on.',
  },
  { name: 'commission', label: 'Commissions', help: 'A sale earns you money or is reversed.' },
  { name: 'chat', label: 'Messages', help: 'A brand writes to you.' },
  { name: 'special', label: 'Everything else', help: 'Exports, and links that need attention.' },
]

/**
 * Shows what is sent by push and mail, and whether to this browser. The list in the app always has
 * everything.
 */
export function NotificationsScreen() {
  const { answer, settings, refused, change } = useNotificationSettings()
  const hasNone = !settings && !answer.loading
  const status = answer.error?.status ?? 'unknown'
  return (
    <Screen
      title="Notifications"
      freshness={answer}
      back={paths.settings}
      narrow
      className={css.page}
    >
      <section className={`${css.section} stack`}>
        <h2 className={css.heading}>Push notifications</h2>
        <PushSwitch />
      </section>
      <section className={`${css.section} stack`}>
        <h2 className={css.heading}>Send me</h2>
        <p className="hint">The list under the bell always shows everything.</p>
        {!hasNone && (
          <Switch
            label="On all my devices"
            help="When off, no device gets any."
            checked={settings?.push}
            onChange={(push) => change({ push })}
          />
        )}
        {!hasNone && <MailSwitch checked={settings?.email} change={change} />}
        {!hasNone &&
          GROUPS.map(({ name, label, help }) => (
            <Switch
              key={name}
              label={label}
              help={help}
              checked={settings?.[name]}
              disabled={!settings?.push && !settings?.email}
              onChange={(wanted) => change({ [name]: wanted })}
            />
          ))}
        {hasNone && (
          <EmptyState
            title={status === 'unknown' ? 'No connection' : 'Not loaded'}
            text={
              status === 404
                ? 'This server does not support them.'
                : 'Your choices are kept on the server.'
            }
            action={<Button onClick={() => void answer.refresh()}>Try again</Button>}
          />
        )}
        <FieldError text={refused} />
        {settings && answer.error && <p className="hint">May be out of date.</p>}
      </section>
    </Screen>
  )
}
