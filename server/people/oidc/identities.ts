import { and, eq, sql } from 'drizzle-orm'
import type { SignInWays } from '#contract/people/factors.ts'
import type { Deps } from '../../env.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { identities, passkeys, users } from '../../platform/db/schema.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { announceFactor } from '../factors/announce-factor.ts'
import type { ProviderIdentity } from './provider.ts'

type Connection = Pick<ProviderIdentity, 'issuer' | 'subject' | 'email'>

/** Returns the condition for one person at the provider. Emails are never compared. */
const isPerson = ({ issuer, subject }: Connection) =>
  and(eq(identities.issuer, issuer), eq(identities.subject, subject))

/** Returns the user of an identity and stores its use, or undefined if it belongs to nobody. */
export async function userOfIdentity(
  db: DbOrTx,
  identity: Connection,
): Promise<{ id: string; email: string } | undefined> {
  const [used] = await db
    .update(identities)
    .set({ lastUsedAt: sql`now()`, email: identity.email })
    .where(isPerson(identity))
    .returning({ userId: identities.userId })
  if (!used) return undefined
  const [user] = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(eq(users.id, used.userId))
  return user
}

/** Returns how a user can sign in besides passkeys. */
export async function readSignIn(
  { db, config: { oidc } }: { db: DbOrTx; config: Config },
  userId: string,
): Promise<SignInWays> {
  const [row] = await db
    .select({ passwordHash: users.passwordHash, identity: identities })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .where(eq(users.id, userId))
  const { identity = null, passwordHash = null } = row ?? {}
  return {
    provider: oidc?.name ?? null,
    identity: identity && {
      email: identity.email,
      added_at: identity.createdAt.toISOString(),
      last_used_at: identity.lastUsedAt.toISOString(),
    },
    allows_password: oidc?.replacesPasswords !== true,
    has_password: passwordHash !== null,
  }
}

/**
 * Connects an identity to a user and tells them, unless they are new. Does nothing if it is connected already.
 *
 * @throws FieldError if the user has another identity, or the identity belongs to another user.
 */
export async function connectIdentity(
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  tx: Tx,
  userId: string,
  { issuer, subject, email }: Connection,
  { isNewUser = false } = {},
): Promise<void> {
  const name = config.oidc?.name ?? ''
  const inserted = await tx
    .insert(identities)
    .values({ userId, issuer, subject, email })
    .onConflictDoNothing()
    .returning({ userId: identities.userId })
  if (inserted.length > 0) {
    if (!isNewUser) await announceFactor({ jobs }, tx, { userId, about: 'identity-added', name })
    return
  }
  const owner = await userOfIdentity(tx, { issuer, subject, email })
  if (owner?.id === userId) return
  throw new FieldError(
    'non_field_errors',
    owner
      ? `This ${name} account is connected to another account.`
      : `Your account is connected to another ${name} account. Disconnect that one in Account info first.`,
  )
}

/**
 * Disconnects the identity of a user and tells them.
 *
 * @throws FieldError if nothing else would sign the user in.
 */
export async function disconnectIdentity(
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const { has_password, allows_password } = await readSignIn({ db: tx, config }, userId)
  const usesPassword = has_password && allows_password
  if (!usesPassword && (await tx.$count(passkeys, eq(passkeys.userId, userId))) === 0)
    throw new FieldError(
      'non_field_errors',
      'Without it you could not sign in any more. Set a password or add a passkey first.',
    )
  const removed = await tx
    .delete(identities)
    .where(eq(identities.userId, userId))
    .returning({ userId: identities.userId })
  const name = config.oidc?.name ?? 'OpenID Connect'
  if (removed.length > 0)
    await announceFactor({ jobs }, tx, { userId, about: 'identity-removed', name })
}
