import { APP_NAME } from '#contract/app-constants.ts'
import { Form, Submit } from '../../platform/html/form.tsx'
import { Page } from '../../platform/html/layout.tsx'
import { formatDay } from './day-of.ts'
import type { View } from './sign-in-pages.tsx'

type Props = { view: View; keepKey: string; deletionAt: Date }

/**
 * Asks during the sign-in whether a scheduled deletion should be cancelled. A sign-in alone does
 * not cancel it.
 */
export const KeepAccountPage = ({ view, keepKey, deletionAt }: Props) => (
  <Page title="Keep your account?">
    <div class="heading">
      <h1>Keep your account?</h1>
      <p>
        You asked us to delete the account of <strong>{view.email}</strong>. It will be deleted on{' '}
        {formatDay(deletionAt)}.
      </p>
    </div>
    <Form action="/multi-connect/keep-account" hidden={{ ...view.hidden, key: keepKey }}>
      <Submit>Keep account and sign in</Submit>
    </Form>
    <div class="actions">
      <a class="quiet" href={view.pageUrl('login')}>
        Leave it to be deleted
      </a>
    </div>
  </Page>
)

export const TooLateToKeepPage = ({ view }: { view: View }) => (
  <Page title="That did not work">
    <div class="heading">
      <h1>That did not work</h1>
      <p>
        The question was open for too long, or the account is being deleted. If it is still there,
        signing in to {APP_NAME} asks again.
      </p>
    </div>
    <a class="button" href={view.pageUrl('login')}>
      Sign in
    </a>
  </Page>
)
