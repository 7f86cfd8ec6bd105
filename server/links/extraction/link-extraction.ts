import { HTTPException } from 'hono/http-exception'
import type { ShortLink } from '#contract/links/short-link.ts'
import { nextChange } from '../../platform/db/changes.ts'
import { links } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import { toLink } from '../links-presenter.ts'
import { ownLink, readLink, type LinkRow } from '../link-rows.ts'
import { readTargetPage } from '../links.ts'
import { updateLink } from '../update-link.ts'

/** Time without progress after which an extraction can be started again. */
const STUCK_AFTER_MS = 30_000

/**
 * Starts the extraction of a link again, unless one is running. Returns the link as it is before
 * the job begins.
 */
export async function restartExtraction(
  deps: Deps,
  userId: string,
  id: string,
): Promise<ShortLink> {
  await deps.clicks.settle()
  const row = await deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    const [link] = await tx.select().from(links).where(ownLink(userId, id)).for('update')
    if (!link) throw new HTTPException(404)
    if (isRunning(link)) return readLink(tx, userId, id)
    const restarted = { metaProgress: 0, metaError: null, changeSeq, updatedAt: new Date() }
    await updateLink(tx, link, restarted)
    await readTargetPage(deps, tx, link.id)
    return readLink(tx, userId, id)
  })
  return toLink(row, deps.config)
}

const isRunning = ({ metaProgress, updatedAt }: LinkRow) =>
  metaProgress < 100 && Date.now() - updatedAt.getTime() < STUCK_AFTER_MS
