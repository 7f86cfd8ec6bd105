import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Terms } from '#contract/terms.ts'
import type { Config } from '../config.ts'
import type { DbOrTx } from '../db/client.ts'
import { termsAcceptances } from '../db/schema.ts'
import type { Deps } from '../env.ts'
import { FieldError } from '../http/errors.ts'

type Written = { config: Pick<Config, 'legal'> }

/** A name for these very words: another word is another version. Null while there are no terms. */
export function termsVersion({ legal: { terms } }: Pick<Config, 'legal'>): string | null {
  if (!terms) return null
  return createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 16)
}

export async function readTerms({ db, config }: Written & Pick<Deps, 'db'>, userId: string) {
  const version = termsVersion(config)
  if (version === null) return null
  return {
    version,
    url: '/terms',
    accepted_at: await acceptedAt(db, userId, version),
  } satisfies Terms
}

async function acceptedAt(db: DbOrTx, userId: string, version: string): Promise<string | null> {
  const [row] = await db
    .select({ at: termsAcceptances.acceptedAt })
    .from(termsAcceptances)
    .where(and(eq(termsAcceptances.userId, userId), eq(termsAcceptances.version, version)))
  return row?.at.toISOString() ?? null
}

/** Only what is read now can be said yes to; the first time counts. */
export async function acceptTerms(
  deps: Written & Pick<Deps, 'db'>,
  userId: string,
  version: string,
) {
  if (version !== termsVersion(deps.config))
    throw new FieldError('version', 'The terms have changed since. Read them again.')
  await noteTerms(deps.db, deps, userId)
  return readTerms(deps, userId)
}

/** Whoever signs up says yes to the terms of that moment. */
export async function noteTerms(db: DbOrTx, { config }: Written, userId: string): Promise<void> {
  const version = termsVersion(config)
  if (version === null) return
  await db.insert(termsAcceptances).values({ userId, version }).onConflictDoNothing()
}

/** Asked for where money goes out; reading and everything else goes on without it. */
export async function wantTerms(deps: Written & Pick<Deps, 'db'>, userId: string): Promise<void> {
  const version = termsVersion(deps.config)
  if (version === null || (await acceptedAt(deps.db, userId, version)) !== null) return
  throw new FieldError('terms', 'The terms have changed. Read and accept them first.')
}
