import { RECOVERY_HOURS } from '#contract/people/factors.ts'
import { Form, Submit } from '../../../platform/html/form.tsx'
import { Heading, Page } from '../../../platform/html/layout.tsx'
import type { View } from '../../accounts/sign-in-pages.tsx'
import type { LinkState, RecoveryLink } from './recoveries.ts'

type AskProps = { view: View; signInKey: string | undefined }

/** Explains the recovery before it starts. */
export const AskRecoveryPage = ({ view, signInKey }: AskProps) => (
  <Page title="Recover your account">
    <Heading title="Recover your account">
      If you lost your passkeys, your authenticator app and your recovery codes, we can remove them.
      We tell all your devices, and email you a link in {RECOVERY_HOURS} hours.
    </Heading>
    <Form action="/multi-connect/recovery/start" hidden={{ ...view.hidden, key: signInKey }}>
      <Submit>Start the {RECOVERY_HOURS} hours</Submit>
    </Form>
    <div class="actions">
      <a class="quiet" href={view.pageUrl('login')}>
        Back to sign in
      </a>
    </div>
  </Page>
)

/** Shows when the link comes. */
export const RecoveryStartedPage = ({ endsAt }: { endsAt: Date }) => (
  <Page title="Check your email">
    <Heading title="Check your email">
      We sent you a notice. The link to remove your second factor comes on{' '}
      <time data-local datetime={endsAt.toISOString()}>
        {endsAt.toISOString().slice(0, 16).replace('T', ' ')} UTC
      </time>
      . Asking again does not change this time.
    </Heading>
    <a class="button" href="/multi-connect/login">
      Back to sign in
    </a>
  </Page>
)

const QUESTIONS = {
  undo: {
    title: 'Stop the recovery?',
    text: 'Your passkeys, authenticator app and recovery codes stay as they are.',
    submit: 'Stop the recovery',
  },
  finish: {
    title: 'Remove your second factor?',
    text: `This deletes your passkeys, authenticator app and recovery codes, and signs out all devices. For ${RECOVERY_HOURS} hours you cannot redeem money.`,
    submit: 'Remove and sign out',
  },
}

type LinkProps = { link: RecoveryLink; action: string }

/** Asks before a link does something, because mail programs open links too. */
export function RecoveryLinkPage({ link, action }: LinkProps) {
  const { title, text, submit } = QUESTIONS[link]
  return (
    <Page title={title}>
      <Heading title={title}>{text}</Heading>
      <Form action={action} hidden={{}}>
        <Submit>{submit}</Submit>
      </Form>
    </Page>
  )
}

const DONE = {
  undo: [
    'The recovery is stopped',
    'Nothing was removed. Someone knows your password, so set a new one now.',
  ],
  finish: [
    'Your second factor is removed',
    'All devices are signed out. Sign in with your password, then add a passkey.',
  ],
} as const

const OTHER = {
  early: ['Not yet', `Open this link again when the ${RECOVERY_HOURS} hours are over.`],
  closed: ['This link no longer works', 'The recovery was stopped, has ended or has expired.'],
  unknown: ['This link does not work', 'Copy the complete link from the email and try again.'],
} as const

/** Tells what a link did, or why it does not work. */
export function RecoveryResultPage({
  link,
  state,
}: {
  link: RecoveryLink
  state: Exclude<LinkState, 'good'>
}) {
  const [title, text] = state === 'done' ? DONE[link] : OTHER[state]
  const goesToPassword = link === 'undo' && state === 'done'
  return (
    <Page title={title}>
      <Heading title={title}>{text}</Heading>
      <a class="button" href={`/multi-connect/${goesToPassword ? 'forgot-password' : 'login'}`}>
        {goesToPassword ? 'Set a new password' : 'Sign in'}
      </a>
    </Page>
  )
}
