import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { browserId } from '../../platform/http/csrf.ts'
import { findByEmail } from '../accounts/accounts.ts'
import { takeStep } from './flows.ts'
import { connectIdentity } from './identities.ts'

/**
 * Connects the identity under this key to the user who has just proven who they are. The key works
 * once, in the browser that signed in at the provider.
 *
 * @throws FieldError if the key has expired or the identity cannot be connected.
 */
export async function linkPending(c: Context<AppEnv>, link: string, email: string): Promise<void> {
  const { deps } = c.var
  const user = await findByEmail(deps.db, email)
  await deps.db.transaction(async (tx) => {
    const step = await takeStep(tx, { key: link, browser: browserId(c) }, 'new-user')
    if (!step || !user)
      throw new FieldError(
        'non_field_errors',
        `This took too long. ${startAgain(deps.config.oidc)}`,
      )
    await connectIdentity(deps, tx, user.id, step.identity)
  })
}

const startAgain = (provider: { name: string } | null) =>
  provider ? `Sign in with ${provider.name} again.` : 'Sign in again.'
