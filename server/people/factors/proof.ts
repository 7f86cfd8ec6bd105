import { and, eq } from 'drizzle-orm'
import { PROOF_MINUTES, type Proof } from '#contract/people/factors.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { authenticators, passkeys, sessions } from '../../platform/db/schema.ts'
import { ProofRequiredError } from '../../platform/http/errors.ts'
import { isConfirmed } from './authenticator.ts'

type SessionUser = Pick<SignedInUser, 'id' | 'sessionId'>

/** Returns whether the user has set up a second factor. */
export const hasFactor = async (db: DbOrTx, userId: string): Promise<boolean> =>
  (await db.$count(authenticators, and(eq(authenticators.userId, userId), isConfirmed))) > 0 ||
  (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0

/**
 * Requires a recent code or passkey in this session if the user has a second factor.
 *
 * @throws ProofRequiredError
 */
export async function requireProof(
  { db }: Pick<Deps, 'db'>,
  { id, sessionId }: SessionUser,
): Promise<void> {
  if (!(await hasFactor(db, id))) return
  const [session] = await db
    .select({ provenAt: sessions.provenAt })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, id)))
  const until = session?.provenAt ? endOfProof(session.provenAt) : 0
  if (until <= Date.now()) throw new ProofRequiredError()
}

/** Stores that the user has just used a second factor in this session. */
export async function storeProof(db: DbOrTx, { id, sessionId }: SessionUser): Promise<Proof> {
  const provenAt = new Date()
  await db
    .update(sessions)
    .set({ provenAt })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, id)))
  return { until: new Date(endOfProof(provenAt)).toISOString() }
}

const endOfProof = (provenAt: Date) => provenAt.getTime() + PROOF_MINUTES * 60_000
