import type { SQL } from 'drizzle-orm'
import { linkByCode } from '../../links/coded-links.ts'
import type { Tx } from '../../platform/db/client.ts'
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
  link: async (tx: Tx, code: string): Promise<ReportsOf> => {
    const link = await linkByCode(tx, code)
    return { about: link ? isAboutLink(link.id) : isAboutCode(code), isDeleted: !link }
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
