import { Hono } from 'hono'
import { EmailChange, EmailConfirmation } from '#contract/people/account.ts'
import type { Deps, SignedInUser, UserEnv } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { body } from '../../platform/http/validate.ts'
import { confirmEmail } from './confirm-email.ts'
import {
  resendCurrentConfirmation,
  resendNextConfirmation,
  changeEmail,
  emailState,
  EMAIL_TAKEN,
} from './email.ts'
import { signedIn } from './signed-in.ts'

/** Routes of /v1/users/me for the email and its confirmation. */
export const email = new Hono<UserEnv>()
  .get('/email', signedIn, async (c) => c.json(await emailState(c.var.deps, c.var.user.id)))

  .post('/email', signedIn, idempotent, body(EmailChange), async (c) =>
    c.json(await changeEmail(c.var.deps, c.var.user, c.req.valid('json'))),
  )

  .post('/email-confirmation', signedIn, idempotent, body(EmailConfirmation), async (c) => {
    const { deps, user } = c.var
    const { key } = c.req.valid('json')
    if (key === undefined) return c.json(await resendCurrentConfirmation(deps, user))
    await confirmOwnEmail(deps, user, key)
    return c.json(await emailState(deps, user.id))
  })

  .get('/second-email-confirmation', signedIn, async (c) =>
    c.json(await resendNextConfirmation(c.var.deps, c.var.user)),
  )

/** Confirms an address of this user. The key of another user counts as unknown. */
async function confirmOwnEmail(deps: Deps, user: SignedInUser, key: string): Promise<void> {
  const { is } = await confirmEmail(deps, key, user.id)
  if (is !== 'confirmed') throw new FieldError('key', KEY_ERRORS[is])
}

const KEY_ERRORS = {
  used: 'This link has already been used.',
  old: 'This link has expired. Request a new one in your settings.',
  closed:
    'This link no longer works. You requested a different address later, or cancelled the change.',
  unknown: 'This link is not valid for your account.',
  taken: EMAIL_TAKEN,
}
