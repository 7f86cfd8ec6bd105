import { and, eq } from 'drizzle-orm'
import type { DbOrTx } from '../../platform/db/client.ts'
import { nextChange } from '../../platform/db/changes.ts'
import { linkHealth, links } from '../../platform/db/schema.ts'
import { notifyHealth } from '../../people/activity/activity.ts'
import type { Deps } from '../../env.ts'
import { combineFindings, type Findings } from './verdict.ts'
import { visit, type Visit } from './visit.ts'

export type DueLink = { linkId: string; url: string }

const NO_FINDINGS: Findings = { problem: null, suspicion: null, suspectedAt: null }

/**
 * Visits the page of a link and stores the result. Tells the owner about a newly confirmed problem.
 */
export async function checkLink(deps: Deps, due: DueLink, signal: AbortSignal): Promise<void> {
  const last = await knownHealth(deps.db, due)
  const seen = await visit(deps, due.url, last ?? { etag: null, lastModified: null }, signal)
  await storeVisit(deps, due, seen)
}

/** Returns the stored state of this target. The state of an earlier target does not count. */
async function knownHealth(db: DbOrTx, { linkId, url }: DueLink) {
  const [row] = await db
    .select()
    .from(linkHealth)
    .where(and(eq(linkHealth.linkId, linkId), eq(linkHealth.url, url)))
  return row
}

async function storeVisit(deps: Deps, { linkId, url }: DueLink, seen: Visit): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [owner] = await tx
      .select({ userId: links.userId })
      .from(links)
      .where(eq(links.id, linkId))
    if (!owner) return
    const changeSeq = await nextChange(tx, owner.userId)
    const [link] = await tx.select().from(links).where(eq(links.id, linkId)).for('update')
    // The link has another target now, which is checked separately.
    if (!link || link.url !== url) return
    const last = await knownHealth(tx, { linkId, url })
    const before = last ?? NO_FINDINGS
    const now = new Date()
    const verdict =
      seen.verdict === 'same' ? (before.suspicion ?? before.problem ?? 'fine') : seen.verdict
    const { after, waitMs, isNews } = combineFindings(before, verdict, now)
    const values = {
      ...after,
      url,
      dueAt: new Date(now.getTime() + waitMs),
      checkedAt: verdict === 'unknown' ? (last?.checkedAt ?? null) : now,
      dismissed: after.problem === last?.dismissed ? (last?.dismissed ?? null) : null,
      etag: seen.etag,
      lastModified: seen.lastModified,
    }
    await tx
      .insert(linkHealth)
      .values({ linkId, ...values })
      .onConflictDoUpdate({ target: linkHealth.linkId, set: values })
    if (after.problem !== before.problem || after.problem !== null) {
      await tx.update(links).set({ changeSeq }).where(eq(links.id, linkId))
    }
    if (isNews && after.problem && !link.isHidden) {
      await notifyHealth(tx, link, after.problem, before.suspectedAt ?? now)
    }
  })
}
