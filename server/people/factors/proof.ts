import { and, eq } from 'drizzle-orm'
import { PROOF_MINUTES, type Proof } from '#contract/factors.ts'
import type { Deps, SignedInUser } from '../../env.ts'
import type { Db, DbOrTx } from '../../platform/db/client.ts'
import { authenticators, sessions } from '../../platform/db/schema.ts'
import { ProofRequiredError } from '../../platform/http/errors.ts'
import { isConfirmed } from './authenticator.ts'

type SessionUser = Pick<SignedInUser, 'id' | 'sessionId'>

/** Returns whether the user has set up a second factor. */
export const hasFactor = async (db: DbOrTx, userId: string): Promise<boolean> =>
  (await db.$count(authenticators, and(eq(authenticators.userId, userId), isConfirmed))) > 0

/**
 * Requires a recent code in this session if the user has an authenticator app.
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

/** Stores that the user has just entered a right code in this session. */
export async function storeProof(db: Db, { id, sessionId }: SessionUser): Promise<Proof> {
  const provenAt = new Date()
  await db
    .update(sessions)
    .set({ provenAt })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, id)))
  return { until: new Date(endOfProof(provenAt)).toISOString() }
}

const endOfProof = (provenAt: Date) => provenAt.getTime() + PROOF_MINUTES * 60_000
