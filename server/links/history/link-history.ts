import { and, eq, inArray } from 'drizzle-orm'
import { HTTPException } from 'hono/http-exception'
import type { HistoryPage, Restored } from '#contract/links/history.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { linkDomains, links } from '../../platform/db/schema.ts'
import type { FieldChanges } from '../../platform/db/schema/links/history-schema.ts'
import type { Deps } from '../../env.ts'
import { readHistory } from '../../platform/history/read-history.ts'
import {
  inTransaction,
  recordedChanges,
  refuseUnseen,
  type RestoreRequest,
} from '../../platform/history/restore.ts'
import { historyOf, readVersion } from '../../platform/history/versions.ts'
import { inWords } from '../../platform/history/words.ts'
import { applyEdit, lockLink } from '../link-edit.ts'
import { MAIN_DOMAIN_ID, toLinkDomain } from '../link-domains.ts'
import { ownLink, readLink } from '../link-rows.ts'
import { explainTaken } from '../link-taken.ts'
import { toLink } from '../links-presenter.ts'
import { linkWords } from './link-fields.ts'
import { editOfVersion } from './link-version.ts'

/** Returns a page of the changes of a link, newest first. Throws a 404 if there is no such link. */
export async function listLinkHistory(
  deps: Deps,
  userId: string,
  linkId: string,
  paging: { page: number; page_size: number },
): Promise<Omit<HistoryPage, 'next'>> {
  const [link] = await deps.db
    .select({ createdAt: links.createdAt })
    .from(links)
    .where(ownLink(userId, linkId))
  if (!link) throw new HTTPException(404)
  return readHistory(deps.db, historyOf(userId, { linkId }), {
    userId,
    paging,
    createdAt: link.createdAt,
    wordsOf: (changes) => wordsFor(deps, userId, changes),
  })
}

/**
 * Gives a link the fields of an earlier version, as a new change with all checks of an edit. A dry
 * run changes nothing.
 */
export async function restoreLink(
  deps: Deps,
  userId: string,
  linkId: string,
  { id, latestId, isDryRun }: RestoreRequest,
): Promise<Restored> {
  // Before anything is locked, because storing clicks needs the same rows.
  await deps.clicks.settle()
  try {
    return await inTransaction(deps.db, isDryRun, async (tx) => {
      const { link, changeSeq } = await lockLink(tx, userId, linkId)
      const isOwn = historyOf(userId, { linkId })
      const readLatest = async () => toLink(await readLink(tx, userId, linkId), deps.config)
      await refuseUnseen(tx, isOwn, latestId, readLatest)
      const { values, at } = await readVersion(tx, isOwn, id)
      const { edit, leftOut } = await editOfVersion(tx, link, values)
      const cause = { kind: 'restore', restoredFrom: at ?? link.createdAt } as const
      const { changes, latest } = await recordedChanges(tx, isOwn, isDryRun, () =>
        applyEdit(deps, tx, { link, changeSeq, edit, cause }),
      )
      const words = await wordsFor({ ...deps, db: tx }, userId, [changes])
      return { changes: inWords(words, changes), left_out: leftOut, ...latest }
    })
  } catch (error) {
    throw explainTaken(error)
  }
}

/** Returns the words for some changes of links, with the names of the domains in them. */
async function wordsFor(
  { db, config }: Pick<Deps, 'config'> & { db: DbOrTx },
  userId: string,
  changes: FieldChanges[],
) {
  const ids = changes
    .flatMap(({ link_domain_id: domain }) => (domain ? [domain.from, domain.to] : []))
    .filter((id) => typeof id === 'number')
  if (ids.length === 0) return linkWords(new Map())
  const own = await db
    .select({ id: linkDomains.id, domain: linkDomains.domain })
    .from(linkDomains)
    .where(and(eq(linkDomains.userId, userId), inArray(linkDomains.id, ids)))
  const rows = [{ id: MAIN_DOMAIN_ID, domain: '' }, ...own]
  return linkWords(new Map(rows.map((row) => [row.id, toLinkDomain(row, config).domain])))
}
