import type { Db } from '../platform/db/client.ts'
import { blockPage, pageBySlug, unblockPage } from './reports/page-blocks.ts'
import { isAboutPage, isAboutSlug, closeReports } from './reports/open-reports.ts'
import { requireReasons, dismissalReason, commandOf, type BlockAction } from './block-commands.ts'
import { closedText } from './sentences.ts'

/** Matches `p/ana` or a copied URL such as `https://split.example/p/ana/report`. */
const PAGE_PATTERN = /(?:^|\/)p\/([a-z0-9-]{3,40})(?:\/report)?\/?(?:[?#].*)?$/i

/** Handles `block`, `unblock` and `dismiss` of a page. */
export function pageCommand([name = '', page = '', ...rest]: string[]):
  | ReturnType<typeof commandOf>
  | undefined {
  const act = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  const slug = PAGE_PATTERN.exec(page)?.[1]?.toLowerCase()
  if (!act || slug === undefined || rest.length > 0) return undefined
  return commandOf(act, slug, 'page')
}

const ACTIONS: Record<string, BlockAction> = {
  block: (slug, said) => {
    const reasons = requireReasons(said)
    return async (db, { operatorEmail: contact }) =>
      (await blockPage(db, slug, { ...reasons, contact }))
        ? `The page ${slug} is blocked. Nobody can see it. We email the reason to its owner, who can object at ${contact}.`
        : null
  },
  unblock: (slug) => async (db) =>
    (await unblockPage(db, slug)) ? `The page ${slug} is back as it was.` : null,
  dismiss: (slug, said) => {
    const why = dismissalReason(said)
    return (db) => dismiss(db, slug, why)
  },
}

/** Closes the reports of a page. Works for deleted pages too, because their reports stay. */
const dismiss = (db: Db, slug: string, why: string) =>
  db.transaction(async (tx) => {
    const page = await pageBySlug(tx, slug)
    const about = page ? isAboutPage(page.id) : isAboutSlug(slug)
    const closed = await closeReports(tx, about, { decision: 'dismissed', why })
    return !page && closed === 0 ? null : closedText(closed, `the page ${slug}`)
  })
