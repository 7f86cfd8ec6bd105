import type { DbOrTx } from '../../platform/db/client.ts'
import { pictureUrl } from '../../people/media/pictures-presenter.ts'
import { linkByCode } from '../../links/coded-links.ts'
import { isUsedUp } from '../../links/link-ending.ts'
import type { LinkRow } from '../../links/link-rows.ts'
import { targetUrl } from '../../links/target-url.ts'
import { canParseUrl } from '#contract/text/can-parse-url.ts'

/** Public information about a link, without its owner and statistics. */
export type InspectedLink = {
  id: string
  createdAt: Date
  /** URL to which the link leads now; null if it leads nowhere. */
  url: string | null
  state: 'open' | 'early' | 'locked' | 'ended' | 'blocked'
  /** Time before which the link shows only this time; null if it has started. */
  startsAt: Date | null
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
  const state = stateOf(link, await isUsedUp(db, link))
  const isOpen = state === 'open'
  return {
    id: link.id,
    createdAt: link.createdAt,
    url: currentTarget(link, state),
    state,
    startsAt: state === 'early' ? link.startsAt : null,
    title: isOpen && !link.nameChosen && link.metaProgress === 100 ? link.name : null,
    picture: isOpen && link.imageKey !== null ? pictureUrl(link.imageKey, null) : null,
    paysOwner: isOpen && link.treatAsInNetwork && link.brandId !== null,
    passesQuery: isOpen && link.passQuery,
    hasRules: isOpen && link.rules !== null,
  }
}

/** Returns the state in which a visitor finds the link. */
function stateOf(link: LinkRow, usedUp: boolean): InspectedLink['state'] {
  const { blockedAt, startsAt, expiresAt, hasPassword } = link
  if (blockedAt) return 'blocked'
  if (startsAt && startsAt.getTime() > Date.now()) return 'early'
  if (expiresAt && expiresAt.getTime() <= Date.now()) return 'ended'
  if (hasPassword) return 'locked'
  return usedUp ? 'ended' : 'open'
}

function currentTarget(link: LinkRow, state: InspectedLink['state']): string | null {
  if (state !== 'open' && state !== 'ended') return null
  const url = state === 'open' ? targetUrl(link) : link.fallbackUrl
  return /^https?:/i.test(url) && canParseUrl(url) ? url : null
}
