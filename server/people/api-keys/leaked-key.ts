import { and, eq, isNull, sql } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import { APP_NAME } from '#contract/app-constants.ts'
import { apiKeys, users } from '../../platform/db/schema.ts'
import type { AppEnv, Deps } from '../../env.ts'
import { AccessError } from '../../platform/http/errors.ts'
import { withPlainLetters } from '../../platform/http/plain-letters.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { hashSecret } from '../accounts/one-time-keys.ts'
import { findAccessToken } from '../connected-apps/app-secrets.ts'
import { revokeLeakedToken } from '../connected-apps/app-tokens.ts'
import { findKeyInText } from './key-format.ts'

/**
 * Revokes an API key or access token that is sent in the query string and refuses the request.
 * Addresses are stored in logs and histories, so it counts as leaked.
 */
export const refuseKeyInQuery: MiddlewareHandler<AppEnv> = async (c, next) => {
  const start = c.req.url.indexOf('?')
  if (start < 0) return next()
  const query = withPlainLetters(c.req.url.slice(start))
  const token = findAccessToken(query)
  if (token !== undefined) {
    await revokeLeakedToken(c.var.deps.db, token)
    throw new AccessError(
      401,
      'Send the access token in the header "Authorization: Bearer", not in the address. Its connection has ended.',
    )
  }
  const key = findKeyInText(query)
  if (key === undefined) return next()
  await revokeLeakedKey(c.var.deps, key)
  throw new AccessError(
    401,
    'Send the API key in the header "Authorization: Bearer", not in the address. This key is revoked now.',
  )
}

/** Revokes a key and queues the email to its owner, once. */
async function revokeLeakedKey({ db, jobs }: Deps, key: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiKeys.keyHash, hashSecret(key)), isNull(apiKeys.revokedAt)))
      .returning({ keyId: apiKeys.id })
    if (revoked) await jobs.add(tx, 'leaked-key-mail', revoked)
  })
}

/** Tells the owner that a key was revoked and why. */
export const leakedKeyMail: JobHandler<'leaked-key-mail'> = async (deps, { keyId }) => {
  const [found] = await deps.db
    .select({ name: apiKeys.name, email: users.email })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.id, keyId))
  if (!found) return
  await deps.mail.send({
    to: found.email,
    subject: `We revoked your ${APP_NAME} API key "${found.name}"`,
    blocks: [
      'The key was sent in an address. Addresses are stored in logs and browser histories, where others can read them.',
      'Create a new key and send it in the header "Authorization: Bearer".',
      { action: 'Open Developers', href: `${deps.config.appOrigin}/settings/developers` },
    ],
  })
}
