import { eq, sql, type SQL } from 'drizzle-orm'
import { decodedPath, readName } from '../../links/link-key.ts'
import { findLink } from '../../links/link-names.ts'
import type { Tx } from '../../platform/db/client.ts'
import { linkDomains } from '../../platform/db/schema.ts'
import {
  isAboutCode,
  isAboutKey,
  isAboutLink,
  isAboutPage,
  isAboutSlug,
  isAboutWidget,
} from './open-reports.ts'
import { pageBySlug } from './page-blocks.ts'
import { widgetByKey } from './widget-blocks.ts'

/** Condition for the reports of something, also if it was deleted. */
type ReportsOf = { about: SQL; isDeleted: boolean }

/** Returns the conditions for reports by the kind of what was reported. */
export const REPORTS_OF = {
  link: async (tx: Tx, name: string): Promise<ReportsOf> => {
    const link = await findLink(tx, name)
    return {
      about: link ? isAboutLink(link.id) : await isAboutDeleted(tx, name),
      isDeleted: !link,
    }
  },
  page: async (tx: Tx, slug: string): Promise<ReportsOf> => {
    const page = await pageBySlug(tx, slug)
    return { about: page ? isAboutPage(page.id) : isAboutSlug(slug), isDeleted: !page }
  },
  widget: async (tx: Tx, key: string): Promise<ReportsOf> => {
    const widget = await widgetByKey(tx, key)
    return { about: widget ? isAboutWidget(widget.id) : isAboutKey(key), isDeleted: !widget }
  },
}

/** Returns the condition for reports of a deleted link with this name. */
async function isAboutDeleted(tx: Tx, name: string): Promise<SQL> {
  const place = readName(decodedPath(name))
  if (!place) return sql`false`
  const [domain] = await tx
    .select({ hasExactCodes: linkDomains.hasExactCodes })
    .from(linkDomains)
    .where(eq(linkDomains.id, place.domainId))
  return isAboutCode(place, domain?.hasExactCodes === true)
}
