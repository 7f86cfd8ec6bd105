import { Hono } from 'hono'
import { APP_NAME } from '#contract/app-constants.ts'
import type { AppEnv } from '../../env.ts'
import { secretPathHeaders } from '../../platform/http/secret-path.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { Form, Note, Submit } from '../../platform/html/form.tsx'
import { Heading, Page } from '../../platform/html/layout.tsx'
import { userOfKey, stopMails } from './unsubscribe.ts'

/**
 * Routes of /mail/off. A mail program unsubscribes by a single POST without a cookie (RFC 8058).
 * The link itself shows a page with a button, because mail programs also open links.
 */
export const unsubscribe = new Hono<AppEnv>()
  .use(secretPathHeaders)
  .get('/:key', (c) => {
    const isOurs = userOfKey(c.var.deps.secrets, c.req.param('key')) !== undefined
    if (!isOurs) return answerPage(c, <UnknownKeyPage />, 404)
    return answerPage(c, <StopPage action={c.req.path} />)
  })
  .post('/:key', async (c) => {
    const { deps } = c.var
    const userId = userOfKey(deps.secrets, c.req.param('key'))
    if (userId === undefined) return answerPage(c, <UnknownKeyPage />, 404)
    await stopMails(deps.db, userId)
    return answerPage(c, <StoppedPage />)
  })

const StopPage = ({ action }: { action: string }) => (
  <Page title="Stop these emails">
    <Heading title="Stop these emails?">
      You will get no more emails about your clicks, commissions and links. You still get emails
      about your account, such as a link to set a new password.
    </Heading>
    <Form action={action} hidden={{}}>
      <Submit>Stop these emails</Submit>
    </Form>
  </Page>
)

const StoppedPage = () => (
  <Page title="Emails stopped">
    <Heading title="Emails stopped" />
    <Note tone="good">New activity still appears under the bell in {APP_NAME}.</Note>
    <ToSettings />
  </Page>
)

const UnknownKeyPage = () => (
  <Page title="This link does not work">
    <Heading title="This link does not work">
      Copy the complete link from the email and try again, or turn these emails off in your
      settings.
    </Heading>
    <ToSettings />
  </Page>
)

const ToSettings = () => (
  <a class="button" href="/settings/notifications-settings">
    Open your notification settings
  </a>
)
