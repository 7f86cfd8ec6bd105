import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Terms } from '#contract/terms.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { termsAcceptances } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { LegalSource } from '../../platform/html/legal-links.ts'
import { FieldError } from '../../platform/http/errors.ts'

type LegalDeps = { sitePages: LegalSource }

/** Returns the version of the terms, a hash of their text. Null if there are no terms. */
export function termsVersion({ sitePages }: LegalDeps): string | null {
  const { terms } = sitePages.legal()
  if (!terms) return null
  return createHash('sha256').update(JSON.stringify(terms)).digest('hex').slice(0, 16)
}

export async function readTerms(deps: LegalDeps & Pick<Deps, 'db'>, userId: string) {
  const version = termsVersion(deps)
  if (version === null) return null
  return {
    version,
    url: '/terms',
    accepted_at: await acceptedAt(deps.db, userId, version),
  } satisfies Terms
}

async function acceptedAt(db: DbOrTx, userId: string, version: string): Promise<string | null> {
  const [row] = await db
    .select({ at: termsAcceptances.acceptedAt })
    .from(termsAcceptances)
    .where(and(eq(termsAcceptances.userId, userId), eq(termsAcceptances.version, version)))
  return row?.at.toISOString() ?? null
}

/**
 * Records that the user accepts the current terms. Another version is rejected; the first
 * acceptance counts.
 */
export async function acceptTerms(
  deps: LegalDeps & Pick<Deps, 'db'>,
  userId: string,
  version: string,
) {
  if (version !== termsVersion(deps))
    throw new FieldError('version', 'The terms have changed. Read them again.')
  await recordAcceptance(deps.db, deps, userId)
  return readTerms(deps, userId)
}

/** Records the acceptance of the current terms, for example at sign-up. */
export async function recordAcceptance(
  db: DbOrTx,
  legal: LegalDeps,
  userId: string,
): Promise<void> {
  const version = termsVersion(legal)
  if (version === null) return
  await db.insert(termsAcceptances).values({ userId, version }).onConflictDoNothing()
}

/**
 * Throws if the user has not accepted the current terms. Used for payouts only; everything else
 * works without it.
 */
export async function requireTerms(
  deps: LegalDeps & Pick<Deps, 'db'>,
  userId: string,
): Promise<void> {
  const version = termsVersion(deps)
  if (version === null || (await acceptedAt(deps.db, userId, version)) !== null) return
  throw new FieldError('terms', 'The terms have changed. Read and accept them first.')
}
