import { and, eq, inArray } from 'drizzle-orm'
import { importedLinks, linkDomains, links } from '../../platform/db/schema.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../env.ts'
import type { RowLink } from './read-row.ts'
import { invalidateLink } from '../invalidate.ts'
import { countCreated } from '../ceilings.ts'
import { announceHostChange } from '../host-changes.ts'
import { findBrands } from '../brands/find-brands.ts'
import { joinCollections, makeCollections, needsPicture } from './import-collections.ts'
import { importKey, placeOf, type Decision, type Plan } from './import-plan.ts'
import { recordHistory } from '../../platform/history/record.ts'
import type { NewJob } from '../../platform/jobs/job-types.ts'
import { readJobOptions } from '../links.ts'
import { searchTextOf } from '../search-text.ts'
import { freeCodes, refuseFormerOf } from '../short-codes.ts'

/** Data that all batches of an import share. */
export type Batch = {
  deps: Deps
  plan: Plan
  changeSeq: number
  /**
   * Rows without a date get times before this one, so that the list keeps the order of the file.
   */
  startedAt: Date
  paces: ReadSchedule
}

type NewLink = { link: RowLink; row: number; domainId: number; exactCode: boolean; code: string }

/** Creates the links of a batch. Returns the number of collections created. */
export async function addLinks(tx: Tx, batch: Batch, decisions: Decision[]): Promise<number> {
  const newLinks = await withCodes(tx, decisions)
  if (newLinks.length === 0) return 0
  const { deps, plan, changeSeq } = batch
  const { userId, book } = plan
  const made = await makeCollections(tx, book, { userId, changeSeq })
  const ids = await insert(tx, batch, newLinks)
  await countCreated(tx, userId, newLinks.length)
  await joinCollections(
    tx,
    book,
    newLinks.map(({ link }, index) => ({ linkId: ids[index] ?? '', names: link.collections })),
    { userId, changeSeq },
  )
  for (const { domainId, exactCode, code } of newLinks)
    await invalidateLink(tx, { domainId, exactCode, shortCode: code })
  await markExactDomains(tx, newLinks)
  await deps.jobs.addAll(
    tx,
    newLinks.map(({ link }, index) => readJob(batch, link, ids[index] ?? '')),
  )
  return made
}

/** Notes which domains have exact codes now, and announces it to the redirect. */
async function markExactDomains(tx: Tx, newLinks: NewLink[]): Promise<void> {
  const ids = newLinks.flatMap(({ domainId, exactCode }) => (exactCode ? domainId : []))
  if (ids.length === 0) return
  const rows = await tx
    .update(linkDomains)
    .set({ hasExactCodes: true })
    .where(and(inArray(linkDomains.id, ids), eq(linkDomains.hasExactCodes, false)))
    .returning({ domain: linkDomains.domain })
  for (const { domain } of rows) await announceHostChange(tx, domain)
}

/** Returns the links to create. Those without a code get a new one. */
async function withCodes(tx: Tx, decisions: Decision[]): Promise<NewLink[]> {
  const newLinks = decisions.flatMap(({ row, domainId, exactCode, code, outcome }) =>
    row.link && (outcome === 'new' || outcome === 'recoded')
      ? [{ link: row.link, row: row.row, domainId, exactCode, code }]
      : [],
  )
  const fresh = new Map<number, string[]>()
  for (const domainId of new Set(newLinks.map((one) => one.domainId))) {
    const count = newLinks.filter((one) => one.domainId === domainId && one.code === null).length
    fresh.set(domainId, count > 0 ? await freeCodes(tx, domainId, count) : [])
  }
  return newLinks.map(({ code, ...one }) => ({
    ...one,
    code: code ?? fresh.get(one.domainId)?.pop() ?? '',
  }))
}

const codeKey = (domainId: number, code: string) => `${domainId} ${code}`

async function insert(tx: Tx, batch: Batch, newLinks: NewLink[]): Promise<string[]> {
  const brands = await findBrands(
    tx,
    newLinks.map(({ link }) => link.url),
  )
  const rows = newLinks.map((one) => toRow(batch, one, brands.get(one.link.url)?.id ?? null))
  const added = await tx.insert(links).values(rows).returning({
    id: links.id,
    domainId: links.domainId,
    shortCode: links.shortCode,
    exactCode: links.exactCode,
  })
  const { userId } = batch.plan
  const entries = added.map(({ id }) => ({ userId, linkId: id, changes: {} }))
  await recordHistory(tx, entries, { kind: 'import' })
  await refuseFormerOf(tx, added)
  const ids = new Map(
    added.map(({ id, domainId, shortCode }) => [codeKey(domainId, shortCode), id]),
  )
  const inOrder = newLinks.map(({ domainId, code }) => ids.get(codeKey(domainId, code)) ?? '')
  await tx.insert(importedLinks).values(
    newLinks.map(({ link }, index) => ({
      userId,
      key: importKey(link, placeOf(batch.plan, link)),
      linkId: inOrder[index] ?? '',
    })),
  )
  return inOrder
}

/**
 * Returns the job that reads the page of a link: for its name and picture, or for its picture only.
 */
function readJob({ plan, paces }: Batch, link: RowLink, linkId: string): NewJob {
  const options = { ...paces.next(plan.userId, link.host), ...readJobOptions(linkId) }
  return needsPage(plan, link)
    ? { name: 'extract', payload: { linkId }, options: { ...options, priority: LOW_PRIORITY } }
    : { name: 'picture', payload: { linkId }, options: { ...options, priority: LOWEST_PRIORITY } }
}

const needsPage = ({ book }: Plan, { name, collections }: RowLink) =>
  name === undefined || needsPicture(book, collections)

function toRow(
  batch: Batch,
  { link, row, domainId, exactCode, code }: NewLink,
  brandId: string | null,
) {
  const now = batch.startedAt.getTime()
  const searched = { name: link.name ?? link.host, shortCode: code, url: link.url, tags: link.tags }
  return {
    ...searched,
    searchText: searchTextOf(searched),
    userId: batch.plan.userId,
    domainId,
    exactCode,
    clicksBefore: link.clicks_before,
    host: link.host,
    nameChosen: link.name !== undefined,
    isHidden: link.hidden,
    utmSource: link.utm_source ?? '',
    utmMedium: link.utm_medium ?? '',
    utmCampaign: link.utm_campaign ?? '',
    utmTerm: link.utm_term ?? '',
    utmContent: link.utm_content ?? '',
    startsAt: link.starts_at ? new Date(link.starts_at) : null,
    maxClicks: link.max_clicks ?? null,
    expiresAt: link.expires_at ? new Date(link.expires_at) : null,
    fallbackUrl: link.fallback_url ?? '',
    passQuery: link.pass_query,
    rules: link.rules,
    openInBrowser: link.open_in_browser,
    keptInApp: link.kept_in_app,
    showsCode: link.show_code,
    brandId,
    treatAsInNetwork: brandId !== null && link.in_network,
    metaProgress: needsPage(batch.plan, link) ? 0 : 100,
    changeSeq: batch.changeSeq,
    createdAt: new Date(Math.min(link.created_at?.getTime() ?? now - row, now)),
  }
}

const READ_PAUSE_MS = 2000
/** Priority after all jobs that a user waits for. */
const LOW_PRIORITY = 20
/** Priority after links without a name. A link that has a name already looks complete. */
const LOWEST_PRIORITY = 21

/**
 * Schedules the reading of pages one after the other, with a pause between pages of one host to
 * limit the load on shops.
 */
export function createReadSchedule() {
  const next = new Map<string, number>()
  return {
    next(userId: string, host: string) {
      const at = Math.max(next.get(host) ?? 0, Date.now())
      next.set(host, at + READ_PAUSE_MS)
      return { queue: `read:${userId}`, runAt: new Date(at) }
    },
  }
}
type ReadSchedule = ReturnType<typeof createReadSchedule>
