import type { Change } from '#mirror/outbox/entries.ts'
import type { Written } from './write.ts'

/**
 * The one way in which screens change links and collections: the server first, and what it cannot
 * take now is kept and sent later (D-75). `title` says what the change is about; with the same `key`
 * it is done once. Its code comes when the page is idle, or with the first change.
 */
export async function change(wanted: Change, title: string, key?: string): Promise<Written> {
  const { changeNow } = await import('./tab-outbox.ts')
  return changeNow(wanted, title, key)
}
