import { blockPage, unblockPage } from './reports/page-blocks.ts'
import { REPORTS_OF } from './reports/reports-of.ts'
import { commandFor } from './block-commands.ts'

/** Matches `p/ana` or a copied URL such as `https://split.example/p/ana/report`. */
const PAGE_PATTERN = /(?:^|\/)p\/([a-z0-9-]{3,40})(?:\/report)?\/?(?:[?#].*)?$/i

/** Returns the slug of a typed page, or undefined if it is none. */
export const slugIn = (typed: string) => PAGE_PATTERN.exec(typed)?.[1]?.toLowerCase()

/** Handles `block`, `unblock` and `dismiss` of a page. */
export const pageCommand = commandFor('page', slugIn, {
  block: blockPage,
  unblock: unblockPage,
  reports: REPORTS_OF.page,
  blockedText: (slug, contact) =>
    `The page ${slug} is blocked. Nobody can see it. We email the reason to its owner, who can object at ${contact}.`,
  unblockedText: (slug) => `The page ${slug} is back as it was.`,
  label: (slug) => `the page ${slug}`,
})
