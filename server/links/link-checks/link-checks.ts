import { and, eq, sql } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { ShortLink } from '#contract/links/short-link.ts'
import { nextChange } from '../../platform/db/changes.ts'
import { linkHealth, links } from '../../platform/db/schema.ts'
import { recordAccountChange } from '../../platform/history/account-changes.ts'
import type { Deps } from '../../env.ts'
import { checkLink } from './check.ts'
import { toLink } from '../links-presenter.ts'
import { ownLink, readLink } from '../link-rows.ts'

/** Age in milliseconds up to which a check is not repeated when the creator requests one. */
const FRESH_MS = 60_000

/** Checks a link's page now, unless this target was checked within the last minute. */
export async function checkNow(deps: Deps, userId: string, id: string): Promise<ShortLink> {
  const { link } = await readLink(deps.db, userId, id)
  const [known] = await deps.db.select().from(linkHealth).where(eq(linkHealth.linkId, link.id))
  const age = Date.now() - (known?.checkedAt?.getTime() ?? 0)
  if (known?.url !== link.url || age > FRESH_MS) {
    await checkLink(deps, { linkId: link.id, url: link.url }, AbortSignal.timeout(25_000))
  }
  return toLink(await readLink(deps.db, userId, id), deps.config)
}

/** Hides the problem until another one is found. */
export async function dismissProblem(deps: Deps, userId: string, id: string): Promise<ShortLink> {
  await deps.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx, userId)
    const [link] = await tx
      .update(links)
      .set({ changeSeq })
      .where(ownLink(userId, id))
      .returning({ name: links.name })
    if (!link) throw new HTTPException(404)
    const { problem, dismissed } = linkHealth
    const [hidden] = await tx
      .update(linkHealth)
      .set({ dismissed: sql`${problem}` })
      .where(and(eq(linkHealth.linkId, id), sql`${dismissed} is distinct from ${problem}`))
      .returning({ problem })
    if (hidden?.problem)
      await recordAccountChange(tx, { userId, thing: 'link_problem', event: 'hide', ...link })
  })
  return toLink(await readLink(deps.db, userId, id), deps.config)
}
