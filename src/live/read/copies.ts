import { COPY } from '#mirror/store/database.ts'
import { linksIndex } from '../mirror.ts'

/** What was read, and when. */
export type Dated<Value> = { value: Value; at: number }

/**
 * What a screen last read of the server, kept per person so that it can be read offline. Opened before
 * the server is asked: an answer that comes after a sign-out then finds this person's storage closed.
 */
export function openCopy<Value>(name: string) {
  const { storage } = linksIndex()
  return {
    read: async () =>
      ((await storage.draft(COPY + name).catch(() => null)) ?? null) as Value | null,
    /** One that cannot be kept can be had again. */
    keep: (value: Value) => void storage.putDraft(COPY + name, value).catch(() => undefined),
  }
}
