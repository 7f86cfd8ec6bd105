import type { Context } from 'hono'
import { sign, verify } from 'hono/jwt'
import type { AppEnv } from '../../env.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

const PURPOSE = 'invitation'
const VALID_DAYS = 14

type Signer = { secrets: Pick<Secrets, 'signing'>; config: Pick<Config, 'appOrigin'> }

/**
 * Returns the link that an operator sends to a new user if `SIGNUP=invite`. It is signed and names
 * one email. An email can have only one account, so the link works once without being stored.
 */
export async function invitationLink({ secrets, config }: Signer, email: string): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + VALID_DAYS * 24 * 60 * 60
  const invite = await sign({ purpose: PURPOSE, email, exp }, secrets.signing, 'HS256')
  const url = new URL('/multi-connect/signup', config.appOrigin)
  url.searchParams.set('invite', invite)
  return url.href
}

/** Returns the invited email, or undefined if the invitation is forged or older than two weeks. */
export async function invitedEmail(
  { secrets }: Pick<Signer, 'secrets'>,
  invite: string | undefined,
): Promise<string | undefined> {
  if (!invite) return undefined
  try {
    const claims = await verify(invite, secrets.signing, 'HS256')
    return claims['purpose'] === PURPOSE && typeof claims['email'] === 'string'
      ? claims['email']
      : undefined
  } catch {
    return undefined
  }
}

/** Returns the reason why sign-up is closed to this visitor, or the email that was invited. */
export async function admission(
  c: Context<AppEnv>,
  { invite }: { invite?: string },
): Promise<{ reason?: string; invited?: string | undefined }> {
  const { config } = c.var.deps
  if (config.signup === 'open') return {}
  if (config.signup === 'closed') return { reason: 'Sign-up is closed on this server.' }
  const invited = await invitedEmail(c.var.deps, invite)
  if (invited) return { invited }
  return {
    reason: invite
      ? 'This invitation is no longer valid. Contact support for a new one.'
      : 'You need an invitation to sign up here. Contact support for one.',
  }
}
