import { EnvelopeSimpleIcon } from '@phosphor-icons/react/EnvelopeSimple'
import { sendInvitations } from '#api/money/referrals.ts'
import { count } from '#app/formats.ts'
import { validateWith, WHOLE_FORM } from '#app/form/form-errors.ts'
import { useAttemptKeys } from '#app/form/use-attempt-keys.ts'
import { useForm } from '#app/form/use-form.ts'
import { APP_NAME } from '#contract/app-constants.ts'
import {
  Invitations,
  type ReferralLink,
  type ReferralMailStats,
} from '#contract/money/referrals.ts'
import { shareHref } from '#features/links/share/share-targets.ts'
import { quiet } from '#http/client.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { TextArea } from '#ui/fields/field.tsx'
import { toast } from '#ui/notices/toast.tsx'
import { parseAddresses, AddressesField } from './addresses-field.tsx'
import css from './refer-screen.module.css'
import { useReferralMailStats } from './referrals.ts'

/**
 * Shows a form for invitations by email, or a link to the user's own mail program if this server
 * does not send them.
 */
export function InviteByMail({ link }: { link: ReferralLink }) {
  const stats = useReferralMailStats()
  if (!stats.value) return null
  if (!stats.value.enabled) return <OwnMail link={link} />
  return <MailForm stats={stats.value} sent={() => void stats.refresh()} />
}

const OwnMail = ({ link }: { link: ReferralLink }) => (
  <section className={css.mail} aria-labelledby="invite">
    <h2 id="invite">Invite by mail</h2>
    <p className={css.note}>
      {APP_NAME} does not send invitations here. Your own mail app opens with the link.
    </p>
    <ButtonLink
      icon={EnvelopeSimpleIcon}
      href={shareHref('email', { title: `Join me on ${APP_NAME}`, url: link.url })}
    >
      Write a mail
    </ButtonLink>
  </section>
)

const allAddresses = (text: string) => {
  const { given, typed } = parseAddresses(text)
  return typed === '' ? given : [...given, typed]
}

function MailForm({ stats, sent }: { stats: ReferralMailStats; sent: () => void }) {
  const attempt = useAttemptKeys()
  const readSent = validateWith(Invitations)
  const form = useForm({
    draft: 'invite-by-mail',
    initial: { emails: '', message: '' },
    read: ({ emails, message }) => readSent({ emails: allAddresses(emails), message }),
    save: (invitations) =>
      attempt(invitations, (key) => sendInvitations(invitations, { ...quiet, key })),
    onSaved(answer) {
      toast(sentText(answer), { tone: 'info' })
      sent()
    },
    action: 'send the invitations',
    offline: 'Invitations need a connection.',
  })
  const addressCount = allAddresses(form.values.emails).length
  return (
    <section className={css.mail} aria-labelledby="invite">
      <h2 id="invite">Invite by mail</h2>
      <form {...form.props} className={css.form}>
        <AddressesField
          {...form.field('emails')}
          help={helpText(stats)}
          onChange={(emails) => form.change({ emails })}
        />
        <TextArea
          {...form.field('message')}
          label="Message"
          hint="Optional"
          help="Each person gets one email, with your name, your email address and this message."
          rows={2}
        />
        <FieldError text={form.errors[WHOLE_FORM]} />
        <Button type="submit" variant="primary" block busy={form.busy}>
          {addressCount > 1 ? `Send ${count(addressCount)} invitations` : 'Send invitation'}
        </Button>
      </form>
    </section>
  )
}

const helpText = ({ sent, joined, remaining_today }: ReferralMailStats) =>
  `${count(sent)} sent so far, ${count(joined)} joined. You can send ${count(remaining_today)} more today.`

function sentText({ sent, skipped, delivery }: Awaited<ReturnType<typeof sendInvitations>>) {
  const left = skipped > 0 ? ` ${count(skipped)} were invited before or have opted out.` : ''
  if (sent === 0) return `None sent.${left}`
  const done = sent === 1 ? '1 invitation' : `${count(sent)} invitations`
  if (delivery === 'outbox')
    return `${done} written. This server can’t send mail yet, so its operator has them.${left}`
  return `${done} sent.${left}`
}
