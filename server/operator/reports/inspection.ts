import type { DbOrTx } from '../../platform/db/client.ts'
import { pictureUrl } from '../../people/media/pictures-presenter.ts'
import { linkByCode } from '../../links/coded-links.ts'
import type { LinkRow } from '../../links/link-rows.ts'
import { targetUrl } from '../../links/target-url.ts'

/** Public information about a link, without its owner and statistics. */
export type InspectedLink = {
  id: string
  createdAt: Date
  /** URL to which the link leads now; null if it leads nowhere. */
  url: string | null
  state: 'open' | 'ended' | 'blocked'
  /** Title of the target page. A name chosen by the owner is private. */
  title: string | null
  picture: string | null
  /** Whether the owner may earn a share of purchases there. */
  paysOwner: boolean
  passesQuery: boolean
  /** Whether some visitors are led elsewhere. */
  hasRules: boolean
}

/** Returns the public information about the link with this code; null if there is none. */
export async function inspectLink(db: DbOrTx, code: string): Promise<InspectedLink | null> {
  const link = await linkByCode(db, code)
  if (!link) return null
  const state = stateOf(link)
  const isOpen = state === 'open'
  return {
    id: link.id,
    createdAt: link.createdAt,
    url: currentTarget(link, state),
    state,
    title: isOpen && !link.nameChosen && link.metaProgress === 100 ? link.name : null,
    picture: isOpen && link.imageKey !== null ? pictureUrl(link.imageKey, null) : null,
    paysOwner: isOpen && link.treatAsInNetwork && link.brandId !== null,
    passesQuery: isOpen && link.passQuery,
    hasRules: isOpen && link.rules !== null,
  }
}

function stateOf({ blockedAt, expiresAt }: LinkRow): InspectedLink['state'] {
  if (blockedAt) return 'blocked'
  return expiresAt && expiresAt.getTime() <= Date.now() ? 'ended' : 'open'
}

function currentTarget(link: LinkRow, state: InspectedLink['state']): string | null {
  if (state === 'blocked') return null
  const url = state === 'open' ? targetUrl(link) : link.fallbackUrl
  return /^https?:/i.test(url) && URL.canParse(url) ? url : null
}
