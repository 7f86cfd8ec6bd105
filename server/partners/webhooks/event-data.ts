import { inArray } from 'drizzle-orm'
import { domainIsActive, shortUrl } from '../../links/link-domains.ts'
import { numberOf } from '../../money/wallet/redemption-rows.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/client.ts'
import { brands, linkDomains } from '../../platform/db/schema.ts'
import type { DueDelivery } from './due-deliveries.ts'
import {
  booleanOrNull,
  dollarsIn,
  numberIn,
  numberOrNull,
  textIn,
  textOrNull,
  timeIn,
  timeOrNull,
  type Facts,
} from './facts.ts'

/** Names that events refer to by id, read once for a batch. */
export type EventContext = {
  config: Config
  domains: Map<number, { id: number; domain: string; isActive: boolean }>
  brandNames: Map<string, string>
}

/** Reads domains and brands of these deliveries. */
export async function readContext(
  db: Db,
  config: Config,
  deliveries: DueDelivery[],
): Promise<EventContext> {
  const valuesOf = (name: string) => [
    ...new Set(deliveries.flatMap(({ facts }) => textOrNull(facts, name) ?? [])),
  ]
  const domainIds = valuesOf('domain_id').map(Number)
  const brandIds = valuesOf('brand_id')
  const domains =
    domainIds.length === 0
      ? []
      : await db
          .select({ id: linkDomains.id, domain: linkDomains.domain, isActive: domainIsActive })
          .from(linkDomains)
          .where(inArray(linkDomains.id, domainIds))
  const named =
    brandIds.length === 0
      ? []
      : await db
          .select({ id: brands.id, name: brands.name })
          .from(brands)
          .where(inArray(brands.id, brandIds))
  return {
    config,
    domains: new Map(domains.map((one) => [one.id, one])),
    brandNames: new Map(named.map(({ id, name }) => [id, name])),
  }
}

/** Returns the data of an event about an account. */
export function userData({ event, facts }: DueDelivery, context: EventContext): object {
  const [subject] = event.split('.')
  if (subject === 'link') return linkData(facts, context)
  if (subject === 'conversion') return conversionData(facts, context)
  if (subject === 'redemption') return redemptionData(facts)
  if (subject === 'page') return pageData(facts, context)
  if (subject === 'connection') return connectionData(facts, context)
  if (subject === 'message') return messageData(facts, context)
  // Tests and clicks are stored as they are sent.
  return facts
}

function linkData(facts: Facts, { config, domains }: EventContext) {
  const id = numberIn(facts, 'domain_id')
  const home = domains.get(id) ?? { id, domain: '', isActive: false }
  const reason = textOrNull(facts, 'reason')
  return {
    uuid: textIn(facts, 'id'),
    name: textIn(facts, 'name'),
    url: textIn(facts, 'url'),
    split_url: shortUrl(home, textIn(facts, 'short_code'), config),
    short_code: textIn(facts, 'short_code'),
    tags: facts['tags'],
    external_id: textOrNull(facts, 'external_id'),
    is_hidden: facts['is_hidden'] === true,
    is_blocked: textOrNull(facts, 'blocked_at') !== null,
    starts_at: timeOrNull(facts, 'starts_at'),
    expires_at: timeOrNull(facts, 'expires_at'),
    max_clicks: numberOrNull(facts, 'max_clicks'),
    has_password: facts['has_password'] === true,
    open_in_browser: booleanOrNull(facts, 'open_in_browser'),
    created_at: timeIn(facts, 'created_at'),
    ...(reason !== null && { reason }),
  }
}

const conversionData = (facts: Facts, context: EventContext) => ({
  id: numberIn(facts, 'id'),
  kind: textIn(facts, 'kind'),
  state: textIn(facts, 'state'),
  brand: brandIn(facts, context),
  order_id: facts['kind'] === 'commission' ? textIn(facts, 'order_id') : null,
  ordered_at: timeIn(facts, 'ordered_at'),
  link_uuid: textOrNull(facts, 'link_id'),
  commission: dollarsIn(facts, 'commission_cents'),
})

const redemptionData = (facts: Facts) => ({
  id: numberIn(facts, 'id'),
  number: numberOf({
    id: numberIn(facts, 'id'),
    createdAt: new Date(textIn(facts, 'created_at')),
  }),
  kind: textIn(facts, 'kind'),
  state: textIn(facts, 'state'),
  amount: dollarsIn(facts, 'cents'),
  created_at: timeIn(facts, 'created_at'),
})

const pageData = (facts: Facts, { config }: EventContext) => ({
  id: numberIn(facts, 'id'),
  url: `${config.appOrigin}/p/${textIn(facts, 'slug')}`,
  slug: textIn(facts, 'slug'),
  title: textIn(facts, 'title'),
})

const connectionData = (facts: Facts, context: EventContext) => ({
  id: numberIn(facts, 'id'),
  brand: brandIn(facts, context),
  accepted_at: timeIn(facts, 'accepted_at'),
})

const messageData = (facts: Facts, context: EventContext) => ({
  ...messageFacts(facts),
  brand: brandIn(facts, context),
})

/** Returns the part of a message that both sides get. */
export const messageFacts = (facts: Facts) => ({
  channel_id: textIn(facts, 'channel_id'),
  sequence: numberIn(facts, 'sequence'),
  text: textIn(facts, 'text'),
  has_picture: textOrNull(facts, 'image_key') !== null,
  created_at: timeIn(facts, 'created_at'),
})

function brandIn(facts: Facts, { brandNames }: EventContext) {
  const uuid = textOrNull(facts, 'brand_id')
  return uuid === null ? null : { uuid, name: brandNames.get(uuid) ?? '' }
}
