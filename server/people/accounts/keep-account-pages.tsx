import { APP_NAME } from '#contract/app-constants.ts'
import { Form, Submit } from '../../platform/html/form.tsx'
import { Heading, Page } from '../../platform/html/layout.tsx'
import { formatDay } from './day-of.ts'
import type { View } from './sign-in-pages.tsx'

type Props = { view: View; keepKey: string; deletionAt: Date }

/**
 * Asks during the sign-in whether a scheduled deletion should be cancelled. A sign-in alone does
 * not cancel it.
 */
export const KeepAccountPage = ({ view, keepKey, deletionAt }: Props) => (
  <Page title="Keep your account?">
    <Heading title="Keep your account?">
      You asked us to delete the account of <strong>{view.email}</strong>. It will be deleted on{' '}
      {formatDay(deletionAt)}.
    </Heading>
    <Form action="/multi-connect/keep-account" hidden={{ ...view.hidden, key: keepKey }}>
      <Submit>Keep account and sign in</Submit>
    </Form>
    <div class="actions">
      <a class="quiet" href={view.pageUrl('login')}>
        Continue with deletion
      </a>
    </div>
  </Page>
)

export const TooLateToKeepPage = ({ view }: { view: View }) => (
  <Page title="The account was not restored">
    <Heading title="The account was not restored">
      This page was open for too long, or the account is already being deleted. Sign in to{' '}
      {APP_NAME} to try again.
    </Heading>
    <a class="button" href={view.pageUrl('login')}>
      Sign in
    </a>
  </Page>
)
