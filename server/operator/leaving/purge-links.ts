import { and, eq, gt, inArray } from 'drizzle-orm'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import {
  clickFacetHours,
  clickHours,
  formerCodes,
  linkDays,
  linkFacetDays,
  links,
  uploads,
} from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { isPictureUnused } from '../../people/media/unused-uploads.ts'
import { lockPicture } from '../../people/media/uploads.ts'
import { invalidateLink } from '../../links/invalidate.ts'

/** Batch size: a crash repeats little work, and locks are held briefly. */
const BATCH_SIZE = 200

/** Deletes all links of a user in batches. Their codes stay reserved. */
export async function purgeLinks(deps: Deps, userId: string, signal: AbortSignal): Promise<void> {
  for (let count = BATCH_SIZE; count === BATCH_SIZE;) {
    signal.throwIfAborted()
    const keys = await deps.db
      .select({ imageKey: links.imageKey })
      .from(links)
      .where(eq(links.userId, userId))
      .orderBy(links.id)
      .limit(BATCH_SIZE)
    count = keys.length
    if (count > 0) await deps.db.transaction((tx) => purgeBatch(deps, tx, userId, keys))
  }
}

type PictureRef = { imageKey: string | null }

/** Deletes one batch. Pictures are locked before the user, in the same order as in uploads. */
async function purgeBatch(deps: Deps, tx: Tx, userId: string, known: PictureRef[]): Promise<void> {
  const pictures = await lockPictures(tx, known)
  await nextChange(tx, userId)
  const batch = await tx
    .select({
      linkId: links.id,
      domainId: links.domainId,
      shortCode: links.shortCode,
      exactCode: links.exactCode,
      imageKey: links.imageKey,
    })
    .from(links)
    .where(eq(links.userId, userId))
    .orderBy(links.id)
    .limit(BATCH_SIZE)
  const ids = batch.map(({ linkId }) => linkId)
  if (ids.length === 0) return
  await tx
    .insert(formerCodes)
    .values(
      batch.map(({ linkId, domainId, shortCode, exactCode }) => ({
        linkId,
        domainId,
        code: shortCode.toLowerCase(),
        exactCode: exactCode ? shortCode : '',
      })),
    )
    .onConflictDoNothing()
  for (const table of [clickHours, clickFacetHours, linkDays, linkFacetDays])
    await tx.delete(table).where(inArray(table.linkId, ids))
  await tx.delete(links).where(inArray(links.id, ids))
  for (const link of batch) await invalidateLink(tx, link)
  await removeUnusedPictures(deps, tx, pictures)
}

/**
 * Deletes the pictures that a user uploaded. The file is kept if another user has uploaded the same
 * one.
 */
export async function purgePictures(deps: Deps, userId: string, signal: AbortSignal) {
  for (let last = 0, count = BATCH_SIZE; count === BATCH_SIZE;) {
    signal.throwIfAborted()
    const rows = await deps.db
      .select({ id: uploads.id, imageKey: uploads.imageKey })
      .from(uploads)
      .where(and(eq(uploads.userId, userId), gt(uploads.id, last)))
      .orderBy(uploads.id)
      .limit(BATCH_SIZE)
    count = rows.length
    last = rows.at(-1)?.id ?? last
    if (count === 0) return
    await deps.db.transaction(async (tx) => {
      const pictures = await lockPictures(tx, rows)
      const ids = rows.map(({ id }) => id)
      await tx.delete(uploads).where(inArray(uploads.id, ids))
      await removeUnusedPictures(deps, tx, pictures)
    })
  }
}

async function lockPictures(tx: Tx, named: PictureRef[]): Promise<string[]> {
  const keys = new Set(named.flatMap(({ imageKey }) => imageKey ?? []))
  const sorted = [...keys].sort()
  for (const key of sorted) await lockPicture(tx, key)
  return sorted
}

/**
 * Deletes unused files before the commit. After a crash the rows are still there, so the next run
 * finds the files.
 */
async function removeUnusedPictures(deps: Deps, tx: Tx, pictures: string[]): Promise<void> {
  for (const key of pictures) if (await isPictureUnused(tx, key)) await deps.media.remove(key)
}
