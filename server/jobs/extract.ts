import { and, eq } from 'drizzle-orm'
import type { MetaError } from '#contract/links.ts'
import { nextChange } from '../db/changes.ts'
import { links } from '../db/schema.ts'
import { unavailableBy } from '../db/unavailable.ts'
import { notifyExtractionFailed } from '../domain/activity.ts'
import { collectionsChanged } from '../domain/collection-changes.ts'
import type { LinkRow } from '../domain/link-rows.ts'
import type { Deps } from '../env.ts'
import { pickPicture } from '../extraction/pick-picture.ts'
import { readPage, type ReadPage } from '../extraction/read-page.ts'
import { FetchFailure } from '../fetch-failure.ts'
import { outboundFetcher } from '../outbound.ts'

/** Steps of `meta_extraction_progress`. */
const STARTED = 10
const PAGE_READ = 40
const PICTURE_READ = 70
const DONE = 100

/** Reads a link's target page for its name and picture, and always ends at 100. */
export async function extract(
  deps: Deps,
  { linkId }: { linkId: string },
  signal: AbortSignal,
): Promise<void> {
  const [link] = await deps.db.select().from(links).where(eq(links.id, linkId))
  if (!link || !(await step(deps, link, { metaProgress: STARTED }))) return
  try {
    await readInto(deps, link, signal)
  } catch (error) {
    // Going down: the job goes back to the queue, and another process does it from the start.
    signal.throwIfAborted()
    // Nor is it the fault of what was asked when the database is gone: it is tried again later.
    if (unavailableBy(error)) throw error
    await step(deps, link, { metaProgress: DONE, metaError: reasonOf(deps, error) })
  }
}

/** A page that breaks the reader must not leave its link at 40 % for ever. */
function reasonOf(deps: Deps, error: unknown): MetaError {
  if (error instanceof FetchFailure) return error.reason
  deps.log.error('extraction failed', { error })
  return 'unreachable'
}

async function readInto(deps: Deps, link: LinkRow, signal: AbortSignal) {
  const fetcher = outboundFetcher(deps.config)
  const page = await readPage(fetcher, link.url, signal)
  if (!(await step(deps, link, { metaProgress: PAGE_READ, ...named(page) }))) return
  const picture = await pickPicture(fetcher, page.pictures, signal)
  const imageKey = picture && (await kept(deps, picture))
  if (imageKey) await step(deps, link, { metaProgress: PICTURE_READ, imageKey })
  await step(deps, link, { metaProgress: DONE, metaError: null })
}

/** A full disk costs the picture, not the name. */
async function kept(deps: Deps, picture: Buffer): Promise<string | undefined> {
  try {
    return await deps.media.put(picture, 'webp')
  } catch (error) {
    deps.log.error('picture not stored', { error })
    return undefined
  }
}

const named = ({ title }: ReadPage) => (title === undefined ? {} : { name: title })

type Step = Partial<Pick<LinkRow, 'metaProgress' | 'metaError' | 'name' | 'imageKey'>>

/**
 * Writes one step and gives it a change number, so that lists learn of it. False when the link has
 * got another URL meanwhile: its own extraction writes then. A name that the creator chose stays.
 */
async function step(deps: Deps, link: LinkRow, { name, ...values }: Step): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, link.userId)
    const isSame = and(eq(links.id, link.id), eq(links.url, link.url))
    const [now] = await tx.select().from(links).where(isSame).for('update')
    if (!now) return false
    const isOpenName = name !== undefined && !now.nameChosen
    await tx
      .update(links)
      .set({ ...values, ...(isOpenName && { name }), changeSeq, updatedAt: new Date() })
      .where(isSame)
    if (values.imageKey !== undefined) await collectionsChanged(tx, link.id, changeSeq)
    if (values.metaError && !now.isHidden) await notifyExtractionFailed(tx, now)
    return true
  })
}
