import { APP_NAME } from '#contract/app-constants.ts'
import { Form, Note, Submit } from '../../platform/html/form.tsx'
import { Page } from '../../platform/html/layout.tsx'

export const UnknownCodePage = () => (
  <Page title="This invitation is not known">
    <div class="heading">
      <h1>This invitation is not known</h1>
      <p>Its address may have lost a letter on the way. You can join without it.</p>
    </div>
    <a class="button" href="/multi-connect/signup">
      Create account
    </a>
  </Page>
)

export const TooManyCodesPage = () => (
  <Page title="Too many attempts">
    <div class="heading">
      <h1>Too many attempts</h1>
      <p>
        Too many invitations that nobody gave were asked for from here. Try again in a quarter of an
        hour, or join without one.
      </p>
    </div>
    <a class="button" href="/multi-connect/signup">
      Create account
    </a>
  </Page>
)

export const BlockPage = ({ action }: { action: string }) => (
  <Page title="No more invitations">
    <div class="heading">
      <h1>No more invitations</h1>
      <p>{APP_NAME} will mail you no invitation again, whoever asks for it.</p>
    </div>
    <Form action={action} hidden={{}}>
      <Submit>Send me none</Submit>
    </Form>
  </Page>
)

export const BlockedPage = () => (
  <Page title="No more invitations">
    <div class="heading">
      <h1>No more invitations</h1>
    </div>
    <Note tone="good">Done. This address gets no invitation from {APP_NAME} again.</Note>
  </Page>
)

export const DeadBlockPage = () => (
  <Page title="This link is not whole">
    <div class="heading">
      <h1>This link is not whole</h1>
      <p>Copy it from the mail again, with all of its letters.</p>
    </div>
  </Page>
)
