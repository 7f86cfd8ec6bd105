import { earlyAnswer } from '#http/early-ask.ts'
import { within } from '#http/time-out.ts'
import type { FirstRows } from './first-rows.ts'

/** A server that takes longer is waited for by the import, which says what becomes of it. */
const PATIENCE_MS = 3000

/**
 * On a device without a copy: rows out of the answer that was asked for at the very start, so that
 * they stand there before they are stored. Null when none was asked for, or it brought none.
 */
export const earlyRows = (token: string): Promise<FirstRows | null> =>
  within(PATIENCE_MS, read(token), null)

async function read(token: string): Promise<FirstRows | null> {
  const answer = await earlyAnswer(token)
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
