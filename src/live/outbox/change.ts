import type { Change } from '#mirror/outbox/entries.ts'
import type { WriteResult } from './write.ts'

/**
 * Changes links or collections for a screen. Tries the server first, and stores the change to send
 * it later if the server cannot take it now. `title` describes the change to the user. A repeated
 * call with the same `key` has no further effect. The code is loaded when the page is idle or with
 * the first change.
 */
export async function change(requested: Change, title: string, key?: string): Promise<WriteResult> {
  const { changeNow } = await import('./tab-outbox.ts')
  return changeNow(requested, title, key)
}
