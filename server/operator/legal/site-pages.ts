import { asc, isNull } from 'drizzle-orm'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/client.ts'
import type { DedicatedConnection } from '../../platform/db/dedicated-connection.ts'
import { listen } from '../../platform/db/notify.ts'
import { staticTexts } from '../../platform/db/schema.ts'
import {
  LEGAL_KEYS,
  type LegalSource,
  type LegalPage,
  type LegalPages,
} from '../../platform/html/legal-links.ts'
import type { Log } from '../../platform/log/log.ts'
import { errorOf, parseWrittenPage, type WrittenPage } from '../../platform/config/legal-files.ts'

/** The operator's pages, from the content file and from PAGES_DIR. */
export type SitePages = LegalSource & {
  /** Other pages by key, in alphabetical order. */
  others(): ReadonlyMap<string, LegalPage>
  stop: () => void
}

type SitePageSet = { legal: LegalPages; others: Map<string, LegalPage> }
type Options = {
  db: Db
  dedicated: DedicatedConnection
  config: Pick<Config, 'legal'>
  log: Log
  /** Called after a change, because page footers link to these pages. */
  changed: () => void
}

/** Keeps the pages in memory and reads them again in every process when content is applied. */
export async function createSitePages(options: Options): Promise<SitePages> {
  const { db, dedicated, config, log, changed } = options
  let read = await readPages(db, config.legal)
  async function reload() {
    try {
      read = await readPages(db, config.legal)
      changed()
    } catch (error) {
      log.warn('could not read the pages about this site', { error })
    }
  }
  const again = () => void reload()
  const { stop } = await listen(dedicated, 'split_site_pages', again, again)
  return { legal: () => read.legal, others: () => read.others, stop }
}

/** Reads all visible pages. A page in the content file replaces the file of the same name. */
async function readPages(db: Db, files: LegalPages): Promise<SitePageSet> {
  const rows = await db
    .select()
    .from(staticTexts)
    .where(isNull(staticTexts.archivedAt))
    .orderBy(asc(staticTexts.key))
  const read: SitePageSet = { legal: { ...files }, others: new Map() }
  for (const row of rows) {
    const page = pageOf(row)
    const key = LEGAL_KEYS.find((known) => known === row.key)
    if (key && page) read.legal[key] = page
    else if (page) read.others.set(row.key, page)
  }
  return read
}

/** Returns undefined for an empty text, or an invalid one stored before texts were checked. */
const pageOf = (written: WrittenPage) =>
  errorOf(written) === null ? parseWrittenPage(written) : undefined
