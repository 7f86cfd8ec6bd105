import { cloneEarlyAnswer } from '#http/early-request.ts'
import { withTimeout } from '#http/time-out.ts'
import type { FirstRows } from './first-rows.ts'

/**
 * Maximum wait. If the server takes longer, the import waits for the answer and reports its result.
 */
const MAX_WAIT_MS = 3000

/**
 * Returns the first rows from the answer that was requested at startup, for a device without a
 * copy. They are shown before they are stored. Returns null if none was requested or it has no
 * rows.
 */
export const earlyRows = (token: string): Promise<FirstRows | null> =>
  withTimeout(MAX_WAIT_MS, readEarlyRows(token), null)

async function readEarlyRows(token: string): Promise<FirstRows | null> {
  const answer = await cloneEarlyAnswer(token)
  if (!answer?.ok) return null
  const { readFirstPage } = await import('#api/link-answers.ts')
  const { results: rows, count, cursor } = readFirstPage(await answer.json())
  if (rows.length === 0) return null
  const list = { name: 'links', cursor, count, syncedAt: null, walk: null } as const
  return {
    lists: [list],
    rows,
    ids: Promise.resolve(rows.map(({ uuid }) => uuid)),
    isStored: false,
  }
}
