import { and, sql } from 'drizzle-orm'
import { listCell } from '#contract/csv.ts'
import { LINK_COLUMNS } from '#contract/exports.ts'
import { links } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { shortUrl } from '../../links/link-domains.ts'
import { ownLinks, selectLinks, type FullLink } from '../../links/link-rows.ts'

const BATCH_SIZE = 500

/**
 * Yields all links of a user, including hidden ones, oldest first, as lines of a file that can be
 * imported again.
 */
export async function* linkLines(deps: Deps, userId: string): AsyncGenerator<readonly string[]> {
  yield LINK_COLUMNS
  let last: string | undefined
  do {
    const rows = await readBatchAfter(deps, userId, last)
    for (const row of rows) yield lineOf(deps, row)
    last = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.link.id
  } while (last !== undefined)
}

const readBatchAfter = (deps: Deps, userId: string, last: string | undefined) =>
  selectLinks(deps.db)
    .where(
      and(
        ownLinks(userId),
        // Compare with the row itself: a JavaScript date is less precise than a database timestamp.
        last === undefined
          ? undefined
          : sql`(${links.createdAt}, ${links.id}) > (select created_at, id from links where id = ${last})`,
      ),
    )
    .orderBy(links.createdAt, links.id)
    .limit(BATCH_SIZE)

function lineOf(
  { config }: Deps,
  { link, clicks, domain, domainIsActive, collectionNames }: FullLink,
): string[] {
  const cells: Record<(typeof LINK_COLUMNS)[number], string> = {
    short_url: shortUrl(
      { id: link.domainId, domain, isActive: domainIsActive },
      link.shortCode,
      config,
    ),
    short_code: link.shortCode,
    url: link.url,
    // A name equal to the host is only a placeholder. Leave it empty, so that an import reads the
    // page title.
    name: link.nameChosen || link.name !== link.host ? link.name : '',
    tags: listCell(link.tags),
    collections: listCell(collectionNames),
    hidden: yesNo(link.isHidden),
    created_at: link.createdAt.toISOString(),
    utm_source: link.utmSource,
    utm_medium: link.utmMedium,
    utm_campaign: link.utmCampaign,
    utm_term: link.utmTerm,
    utm_content: link.utmContent,
    starts_at: link.startsAt?.toISOString() ?? '',
    max_clicks: link.maxClicks === null ? '' : String(link.maxClicks),
    expires_at: link.expiresAt?.toISOString() ?? '',
    fallback_url: link.fallbackUrl,
    pass_query: yesNo(link.passQuery),
    rules: link.rules ? JSON.stringify(link.rules) : '',
    open_in_browser: link.openInBrowser === null ? '' : yesNo(link.openInBrowser),
    kept_in_app: listCell(link.keptInApp),
    show_code: yesNo(link.showsCode),
    in_network: yesNo(link.treatAsInNetwork),
    exact_code: yesNo(link.exactCode),
    clicks_before: link.clicksBefore === 0 ? '' : String(link.clicksBefore),
    clicks: String(clicks),
  }
  return LINK_COLUMNS.map((column) => cells[column])
}

const yesNo = (value: boolean) => (value ? 'yes' : 'no')
