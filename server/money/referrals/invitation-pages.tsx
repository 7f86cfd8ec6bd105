import { APP_NAME } from '#contract/app-constants.ts'
import { Form, Note, Submit } from '../../platform/html/form.tsx'
import { Heading, Page } from '../../platform/html/layout.tsx'

export const UnknownCodePage = () => (
  <Page title="Invitation not found">
    <Heading title="Invitation not found">
      Check the address for a typing mistake, or create an account without an invitation.
    </Heading>
    <a class="button" href="/multi-connect/signup">
      Create account
    </a>
  </Page>
)

export const TooManyCodesPage = () => (
  <Page title="Too many attempts">
    <Heading title="Too many attempts">
      Too many invitation links from your network did not exist. Try again in 15 minutes, or create
      an account without an invitation.
    </Heading>
    <a class="button" href="/multi-connect/signup">
      Create account
    </a>
  </Page>
)

export const BlockPage = ({ action }: { action: string }) => (
  <Page title="No more invitations">
    <div class="heading">
      <h1>Stop invitations?</h1>{' '}
      <p>We will never email an invitation to {APP_NAME} to this address again.</p>
    </div>
    <Form action={action} hidden={{}}>
      <Submit>Stop invitations</Submit>
    </Form>
  </Page>
)

export const BlockedPage = () => (
  <Page title="No more invitations">
    <Heading title="Invitations stopped" />
    <Note tone="good">We will send no more invitations to this address.</Note>
  </Page>
)

export const DeadBlockPage = () => (
  <Page title="This link is incomplete">
    <Heading title="This link is incomplete">
      Copy the complete link from the email and try again.
    </Heading>
  </Page>
)
