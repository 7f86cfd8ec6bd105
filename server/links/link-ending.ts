import type { InferOutput } from 'valibot'
import type { LinkEdit } from '#contract/links.ts'
import type { DbOrTx } from '../platform/db/client.ts'
import type { Deps } from '../env.ts'
import { ownDomainOfUrl } from './link-domains.ts'
import type { LinkRow } from './link-rows.ts'
import { readTarget } from './target.ts'

/**
 * Returns the changes of a link's expiry, its target after that, and whether it passes query
 * parameters on.
 */
export async function endingChanges(
  { config }: Pick<Deps, 'config'>,
  db: DbOrTx,
  {
    expires_at,
    fallback_url,
    pass_query,
  }: Pick<InferOutput<typeof LinkEdit>, 'expires_at' | 'fallback_url' | 'pass_query'>,
): Promise<Partial<LinkRow>> {
  const fallback =
    fallback_url &&
    readTarget(fallback_url, config, await ownDomainOfUrl(db, fallback_url), 'fallback_url').url
  return {
    ...(expires_at !== undefined && {
      expiresAt: expires_at === null ? null : new Date(expires_at),
    }),
    ...(fallback !== undefined && { fallbackUrl: fallback }),
    ...(pass_query !== undefined && { passQuery: pass_query }),
  }
}
