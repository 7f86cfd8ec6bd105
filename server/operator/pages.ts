import type { Db } from '../platform/db/client.ts'
import { blockPage, pageBySlug, unblockPage } from './reports/page-blocks.ts'
import { aboutPage, aboutSlug, closeReports } from './reports/open-reports.ts'
import { reasonsIn, whyDismissed, workOf, type Act } from './acts.ts'
import { closedText } from './sentences.ts'

/** Matches `p/ana` or a copied URL such as `https://split.example/p/ana/report`. */
const PAGE = /(?:^|\/)p\/([a-z0-9-]{3,40})(?:\/report)?\/?(?:[?#].*)?$/i

/** Handles `block`, `unblock` and `dismiss` of a page. */
export function pageCommand([name = '', page = '', ...rest]: string[]):
  | ReturnType<typeof workOf>
  | undefined {
  const act = Object.hasOwn(ACTS, name) ? ACTS[name] : undefined
  const slug = PAGE.exec(page)?.[1]?.toLowerCase()
  if (!act || slug === undefined || rest.length > 0) return undefined
  return workOf(act, slug, 'page')
}

const ACTS: Record<string, Act> = {
  block: (slug, said) => {
    const reasons = reasonsIn(said)
    return async (db, { operatorEmail: contact }) =>
      (await blockPage(db, slug, { ...reasons, contact }))
        ? `The page ${slug} is blocked: nobody sees it. Its owner is told why, and to object at ${contact}.`
        : null
  },
  unblock: (slug) => async (db) =>
    (await unblockPage(db, slug)) ? `The page ${slug} is back as it was.` : null,
  dismiss: (slug, said) => {
    const why = whyDismissed(said)
    return (db) => dismiss(db, slug, why)
  },
}

/** Closes the reports of a page. Works for deleted pages too, because their reports stay. */
const dismiss = (db: Db, slug: string, why: string) =>
  db.transaction(async (tx) => {
    const page = await pageBySlug(tx, slug)
    const about = page ? aboutPage(page.id) : aboutSlug(slug)
    const closed = await closeReports(tx, about, { decision: 'dismissed', why })
    return !page && closed === 0 ? null : closedText(closed, `the page ${slug}`)
  })
