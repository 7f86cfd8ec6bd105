import { notExists, sql } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import type { NewLink } from '#contract/links/link-edits.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { needsScheme } from '#contract/links/target-url.ts'
import { nextChange } from '../platform/db/changes.ts'
import type { DbOrTx, Tx } from '../platform/db/client.ts'
import { links } from '../platform/db/schema.ts'
import type { Deps } from '../env.ts'
import { recordHistory } from '../platform/history/record.ts'
import type { JobOptions } from '../platform/jobs/job-types.ts'
import { toLink } from './links-presenter.ts'
import { invalidateLink } from './invalidate.ts'
import { countNewLink } from './ceilings.ts'
import { findBrand } from './in-network.ts'
import { joinSameCollections, setCollections } from './link-collections.ts'
import {
  domainOfNewLinks,
  MAIN_DOMAIN_ID,
  mayUseDomain,
  ownDomainOfUrl,
  requireUsableDomain,
} from './link-domains.ts'
import { endingChanges } from './link-ending.ts'
import { knownTags } from './known-tags.ts'
import { ownLink, ownLinks, readLink, type LinkRow } from './link-rows.ts'
import { explainTaken } from './link-taken.ts'
import { inAppChanges } from './link-in-app.ts'
import { copyPassword, hashNewPassword, storePassword } from './link-password.ts'
import { utmChanges } from './link-utm.ts'
import { rulesChange } from './rules/stored-rules.ts'
import { searchTextOf } from './search-text.ts'
import { freeCode, refuseFormer, refuseReservedCode, withFreshCode } from './short-codes.ts'
import { readTarget } from './target.ts'

export async function getLink(deps: Deps, userId: string, id: string): Promise<ShortLink> {
  await deps.clicks.settle()
  return toLink(await readLink(deps.db, userId, id), deps.config)
}

/** Owner and id of a new link. If the id exists, the existing link is returned. */
export type NewLinkId = { userId: string; id: string }

/** Creates a link. `uploadId` is a picture of the user that the link shows instead of its page's. */
export async function createLink(
  deps: Deps,
  newLink: NewLinkId,
  input: InferOutput<typeof NewLink>,
  uploadId?: number,
): Promise<ShortLink> {
  const { userId } = newLink
  const names = input.regular_collection_names ?? []
  const target = readTarget(input.url, deps.config, await ownDomainOfUrl(deps.db, input.url))
  const brand = await findBrand(deps.db, target.url)
  const password = await hashNewPassword(input.password)
  const content = {
    ...target,
    schemeAdded: input.scheme_added ?? needsScheme(input.url),
    name: input.name ?? target.host,
    nameChosen: input.name !== undefined,
    tags: input.tags ?? [],
    isHidden: input.is_hidden ?? false,
    showsCode: input.show_code ?? false,
    externalId: input.external_id ?? null,
    ...utmChanges(input),
    ...(await endingChanges(deps, deps.db, input)),
    ...(await rulesChange(deps.db, deps.config, input.rules)),
    ...inAppChanges(input),
    hasPassword: Boolean(password),
    brandId: brand?.id ?? null,
    treatAsInNetwork: brand !== undefined,
    // A link with a name and a picture needs nothing from its page.
    ...(uploadId !== undefined && { customImageUploadId: uploadId, metaProgress: 100 }),
  }
  return addLink(deps, newLink, content, {
    shortCode: input.short_code,
    chooseDomain: (tx) => chosenDomain(tx, userId, input.link_domain_id),
    addDetails: async (tx, added, changeSeq) => {
      await setCollections(tx, { id: added, userId }, names, changeSeq)
      await storePassword(tx, added, password)
    },
  })
}

async function chosenDomain(tx: Tx, userId: string, id: number | undefined): Promise<number> {
  if (id === undefined) return domainOfNewLinks(tx, userId)
  await requireUsableDomain(tx, userId, id)
  return id
}

/** Creates a link with the same content and a new code, without clicks and not hidden. */
export async function cloneLink(
  deps: Deps,
  newLink: NewLinkId,
  originalId: string,
): Promise<ShortLink> {
  const { link } = await readLink(deps.db, newLink.userId, originalId)
  const { metaProgress, metaError } = link
  const content = {
    ...copiedContent(link),
    // If the original is still being read, the clone's page is read from the start.
    ...(metaProgress === 100 ? { metaProgress, metaError } : {}),
  }
  return addLink(deps, newLink, content, {
    chooseDomain: async (tx) =>
      (await mayUseDomain(tx, newLink.userId, link.domainId)) ? link.domainId : MAIN_DOMAIN_ID,
    addDetails: async (tx, added, changeSeq) => {
      await joinSameCollections(tx, { userId: newLink.userId, from: link.id, to: added }, changeSeq)
      await copyPassword(tx, link.id, added)
    },
  })
}

const copiedContent = (link: LinkRow) => ({
  url: link.url,
  host: link.host,
  schemeAdded: link.schemeAdded,
  name: link.name,
  nameChosen: link.nameChosen,
  tags: link.tags,
  imageKey: link.imageKey,
  customImageUploadId: link.customImageUploadId,
  customImageParams: link.customImageParams,
  thumbnailParams: link.thumbnailParams,
  imageAlt: link.imageAlt,
  fallbackUrl: link.fallbackUrl,
  passQuery: link.passQuery,
  rules: link.rules,
  openInBrowser: link.openInBrowser,
  keptInApp: link.keptInApp,
  startsAt: link.startsAt,
  maxClicks: link.maxClicks,
  hasPassword: link.hasPassword,
  // A clone of an expired link gets no expiry, because it would never work.
  expiresAt: link.expiresAt && link.expiresAt > new Date() ? link.expiresAt : null,
  brandId: link.brandId,
  treatAsInNetwork: link.treatAsInNetwork,
  showsCode: link.showsCode,
  utmSource: link.utmSource,
  utmMedium: link.utmMedium,
  utmCampaign: link.utmCampaign,
  utmTerm: link.utmTerm,
  utmContent: link.utmContent,
})

type LinkContent = Omit<
  typeof links.$inferInsert,
  'id' | 'userId' | 'domainId' | 'shortCode' | 'changeSeq'
>

type Joining = {
  /** Code that the user chose. Without it, a free one is generated. */
  shortCode?: string | undefined
  /** Returns the domain of the new link and locks it until the commit. */
  chooseDomain: (tx: Tx) => Promise<number>
  /** Adds what other tables hold: collections and password. */
  addDetails: (tx: Tx, linkId: string, changeSeq: number) => Promise<void>
}

/** Creates a link. Returns its state before the job that reads its page can begin. */
async function addLink(
  deps: Deps,
  { userId, id }: NewLinkId,
  content: LinkContent,
  { shortCode: chosenCode, chooseDomain, addDetails }: Joining,
) {
  if (chosenCode !== undefined) refuseReservedCode(chosenCode)
  const insert = () =>
    deps.db.transaction(async (tx) => {
      const changeSeq = await nextChange(tx, userId)
      if (await tx.$count(links, ownLink(userId, id))) return readLink(tx, userId, id)
      await countNewLink(tx, userId, deps.config.ceilings)
      const domainId = await chooseDomain(tx)
      const shortCode = chosenCode ?? (await freeCode(tx, domainId))
      const hasTutorialEnabled = await isFirstLink(tx, userId)
      const values = {
        ...content,
        tags: await knownTags(tx, userId, content.tags ?? []),
        domainId,
        shortCode,
        hasTutorialEnabled,
      }
      const [added] = await tx
        .insert(links)
        .values({ ...values, id, userId, changeSeq, searchText: searchTextOf(values) })
        .returning({ metaProgress: links.metaProgress })
      if (!added) throw new Error('insert returned no row')
      await recordHistory(tx, [{ userId, linkId: id, changes: {} }], { kind: 'create' })
      await refuseFormer(tx, domainId, shortCode, id)
      await addDetails(tx, id, changeSeq)
      await invalidateLink(tx, { domainId, shortCode, exactCode: false })
      if (added.metaProgress < 100) await readTargetPage(deps, tx, id)
      return readLink(tx, userId, id)
    })
  try {
    const row = await (chosenCode === undefined ? withFreshCode(insert) : insert())
    return toLink(row, deps.config)
  } catch (error) {
    throw explainTaken(error)
  }
}

/**
 * Returns whether the user has no link yet, to show the hint in the share view. The result is exact
 * because `nextChange` locks the user's row.
 */
async function isFirstLink(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({
      first: sql<boolean>`${notExists(tx.select({ id: links.id }).from(links).where(ownLinks(userId)))}`,
    })
    .from(sql`(select 1) as one`)
  return row?.first ?? false
}

/** Queues the reading of the target page, at most once per link. */
export function readTargetPage(
  deps: Deps,
  db: DbOrTx,
  linkId: string,
  options: Pick<JobOptions, 'runAt' | 'queue' | 'priority'> = {},
): Promise<void> {
  return deps.jobs.add(db, 'extract', { linkId }, { ...options, ...readJobOptions(linkId) })
}

/** Returns the job key of a link's page. A new job replaces one that is waiting. */
export const readJobOptions = (linkId: string) => ({ key: `extract:${linkId}`, maxAttempts: 5 })
