import type { Options } from 'ky'
import { V2 } from '#contract/app-constants.ts'
import { result } from '#contract/common.ts'
import { HistoryPage, Restored, type HistoryEntry } from '#contract/links/history.ts'
import { http, parseAnswer } from '#http/client.ts'

/** Link, page or collection with a history. */
export type Subject = { kind: 'links' | 'pages' | 'collections'; id: string | number }

const RestoreAnswer = result(Restored)
const rootOf = ({ kind, id }: Subject) => `${V2}/${kind}/${id}/history/`

/** Returns a page of the changes, newest first. */
export async function listHistory(
  subject: Subject,
  page: number,
  options: Options = {},
): Promise<{ items: HistoryEntry[]; next: number | null }> {
  const call = http.get(rootOf(subject), { searchParams: { page }, ...options })
  const { results, next } = await parseAnswer(call, HistoryPage, options)
  return { items: results, next: next === null ? null : page + 1 }
}

/** Version to restore, and the newest entry that the user has seen. */
export type VersionRef = { id: number; latest: number | undefined }

/** Restores a version. A dry run only returns what would change. */
export async function restoreVersion(
  subject: Subject,
  { id, latest }: VersionRef,
  { dryRun = false, ...options }: Options & { dryRun?: boolean } = {},
): Promise<Restored> {
  const call = http.post(`${rootOf(subject)}${id}/restore/`, {
    json: { latest_id: latest },
    searchParams: { dry_run: dryRun },
    ...options,
  })
  return (await parseAnswer(call, RestoreAnswer, options)).result
}
