import { COPY_PREFIX } from '#mirror/store/database.ts'
import { linksIndex } from '../mirror.ts'

/** Value with the time when it was read. */
export type Dated<Value> = { value: Value; at: number }

/**
 * Returns access to the stored copy of a server answer, per user, for reading offline. Open it
 * before the request: an answer that arrives after a sign-out then finds this user's storage
 * closed.
 */
export function openCopy<Value>(name: string) {
  const { storage } = linksIndex()
  return {
    read: async () =>
      ((await storage.draft(COPY_PREFIX + name).catch(() => null)) ?? null) as Value | null,
    /** Errors are ignored, because the value can be fetched again. */
    keep: (value: Value) => void storage.putDraft(COPY_PREFIX + name, value).catch(() => undefined),
  }
}
