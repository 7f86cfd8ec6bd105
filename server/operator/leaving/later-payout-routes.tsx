import { Hono, type Context } from 'hono'
import * as v from 'valibot'
import { Email } from '#contract/people/session.ts'
import type { AppEnv } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { EmailField, Form, Note, Submit } from '../../platform/html/form.tsx'
import { Heading, Page } from '../../platform/html/layout.tsx'
import { clientAddressGroup, countAttempt } from '../../platform/http/throttle.ts'
import { isPayoutKeyValid, setPayoutAddress } from './later-money-mail.ts'

const limitOf = (c: Context<AppEnv>) =>
  ({ limit: 'wrongMailKeysByAddress', of: clientAddressGroup(c) }) as const

/**
 * Routes of /confirm-email/later-payout: a former user enters a PayPal address for money that
 * became available later.
 */
export const laterPayout = new Hono<AppEnv>()
  .get('/:key', async (c) => {
    const { deps } = c.var
    if (await isPayoutKeyValid(deps.db, c.req.param('key'))) return ask(c)
    return refuse(c)
  })
  .post('/:key', async (c) => {
    const { deps } = c.var
    const key = c.req.param('key')
    if (!(await isPayoutKeyValid(deps.db, key))) return refuse(c)
    const posted: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
    const email = v.safeParse(Email, posted['email'] ?? '')
    if (!email.success) return ask(c, email.issues[0].message)
    if (!(await setPayoutAddress(deps.db, key, email.output))) return refuse(c)
    return answerPage(c, <TakenPage email={email.output} />)
  })

const ask = (c: Context<AppEnv>, problem?: string) =>
  answerPage(
    c,
    <AskPage action={c.req.path} problem={problem} />,
    problem === undefined ? 200 : 400,
  )

async function refuse(c: Context<AppEnv>) {
  await countAttempt(c.var.deps, limitOf(c))
  return answerPage(c, <DeadPage />, 404)
}

const AskPage = ({ action, problem }: { action: string; problem: string | undefined }) => (
  <Page title={problem === undefined ? 'Your payout' : 'Error: Your payout'}>
    <Heading title="Your payout">
      Enter the email address of your PayPal account. We send everything available there.
    </Heading>
    <Form
      action={action}
      hidden={{}}
      errors={problem === undefined ? undefined : { email: [problem] }}
    >
      <EmailField
        autocomplete="email"
        errors={problem === undefined ? undefined : { email: [problem] }}
        focus
      />
      <Submit>Request payout</Submit>
    </Form>
  </Page>
)

const TakenPage = ({ email }: { email: string }) => (
  <Page title="Payout requested">
    <Heading title="Payout requested">
      We send it to the PayPal account <strong>{email}</strong>.
    </Heading>
    <Note tone="good">We review first payouts by hand, usually within 3 days.</Note>
  </Page>
)

const DeadPage = () => (
  <Page title="This link no longer works">
    <Heading title="This link no longer works">
      It was used, or we sent you a newer one. Check your email.
    </Heading>
  </Page>
)
