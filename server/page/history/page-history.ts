import type { HistoryPage, Restored } from '#contract/links/history.ts'
import { PageEdit } from '#contract/page/pages.ts'
import { dropLostPicture } from '../../people/media/lost-picture.ts'
import type { Tx } from '../../platform/db/client.ts'
import type { Deps } from '../../env.ts'
import { readHistory } from '../../platform/history/read-history.ts'
import {
  inTransaction,
  parseVersion,
  recordedChanges,
  refuseUnseen,
  type RestoreRequest,
} from '../../platform/history/restore.ts'
import { historyOf, readVersion } from '../../platform/history/versions.ts'
import { inWords } from '../../platform/history/words.ts'
import { getPage, lockPerson } from '../pages/page-rows.ts'
import { changePage } from '../pages/pages.ts'
import { toPage } from '../pages/pages-presenter.ts'
import { restoreSections } from './restore-sections.ts'
import { pageWords } from './section-words.ts'

/** Returns a page of the changes of a user's page, newest first. Throws a 404 for another id. */
export async function listPageHistory(
  { db }: Deps,
  userId: string,
  pageId: number,
  paging: { page: number; page_size: number },
): Promise<Omit<HistoryPage, 'next'>> {
  const { page } = await getPage(db, userId, pageId)
  return readHistory(db, historyOf(userId, { pageId }), {
    userId,
    paging,
    createdAt: page.createdAt,
    wordsOf: (changes) => pageWords(db, userId, changes),
  })
}

/**
 * Gives a page the fields and sections of an earlier version, as a new change with all checks of an
 * edit. A dry run changes nothing.
 */
export const restorePage = (
  deps: Deps,
  userId: string,
  pageId: number,
  { id, latestId, isDryRun }: RestoreRequest,
): Promise<Restored> =>
  inTransaction(deps.db, isDryRun, async (tx) => {
    await lockPerson(tx, userId)
    const full = await getPage(tx, userId, pageId)
    const isOwn = historyOf(userId, { pageId })
    await refuseUnseen(tx, isOwn, latestId, () => Promise.resolve(toPage(full, deps.config)))
    const { values, at } = await readVersion(tx, isOwn, id)
    const { edit, leftOut } = await editOfVersion(tx, userId, values)
    const sections = await restoreSections(tx, { userId, pageId }, values)
    const cause = {
      kind: 'restore',
      restoredFrom: at ?? full.page.createdAt,
      more: sections.changes,
    } as const
    const { changes, latest } = await recordedChanges(tx, isOwn, isDryRun, () =>
      changePage(tx, full.page, edit, cause),
    )
    const words = await pageWords(tx, userId, [changes])
    const left_out = [...leftOut, ...sections.leftOut]
    return { changes: inWords(words, changes), left_out, ...latest }
  })

/** Returns the edit that brings back the values of a version, and what it leaves out, in words. */
async function editOfVersion(tx: Tx, userId: string, values: Record<string, unknown>) {
  const leftOut: string[] = []
  const { is_blocked: blocked, ...edit } = values
  if (blocked !== undefined) leftOut.push('Only the operator can block or unblock a page.')
  if (await dropLostPicture(tx, userId, edit, PICTURE))
    leftOut.push('The picture no longer exists.')
  return { edit: parseVersion(PageEdit, edit), leftOut }
}

const PICTURE = ['image_upload_id', 'image_params', 'thumbnail_params', 'image_alt'] as const
