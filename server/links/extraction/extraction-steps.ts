import { and, eq } from 'drizzle-orm'
import { nextChange } from '../../platform/db/changes.ts'
import { links } from '../../platform/db/schema.ts'
import { notifyExtractionFailed } from '../../people/activity/activity.ts'
import { collectionsChanged } from '../collections/collection-changes.ts'
import type { LinkRow } from '../link-rows.ts'
import { updateLink } from '../update-link.ts'
import type { Deps } from '../../env.ts'

type Step = Partial<Pick<LinkRow, 'metaProgress' | 'metaError' | 'name' | 'imageKey'>>

/**
 * Stores progress and results with a change number, so that lists show them. A name that the
 * creator chose is kept. Returns false if the link has another URL now, which has an extraction of
 * its own.
 */
export async function saveStep(
  deps: Deps,
  link: LinkRow,
  { name, ...values }: Step,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, link.userId)
    const isSame = and(eq(links.id, link.id), eq(links.url, link.url))
    const [now] = await tx.select().from(links).where(isSame).for('update')
    if (!now) return false
    const isOpenName = name !== undefined && !now.nameChosen
    const changes = { ...values, ...(isOpenName && { name }) }
    await updateLink(tx, now, { ...changes, changeSeq, updatedAt: new Date() })
    if (values.imageKey !== undefined) await collectionsChanged(tx, link.id, changeSeq)
    if (values.metaError && !now.isHidden)
      await notifyExtractionFailed(tx, now, values.metaError === 'no_such_host')
    return true
  })
}

/**
 * Stores a picture and returns its key. If that fails, for example on a full disk, the name is
 * still used.
 */
export async function storePicture(deps: Deps, picture: Buffer): Promise<string | undefined> {
  try {
    return await deps.media.put(picture, 'webp')
  } catch (error) {
    deps.log.error('picture not stored', { error })
    return undefined
  }
}
