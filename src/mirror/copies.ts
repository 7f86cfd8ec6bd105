import { useCallback, useEffect, useState } from 'react'
import { COPY } from './database.ts'
import { linksIndex } from './page.ts'

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

/** `undefined`: not read yet; `null`: none. */
export function useCopy<Value>(name: string) {
  const [copy] = useState(() => openCopy<Value>(name))
  const [value, hold] = useState<Value | null>()
  useEffect(() => {
    // What was read meanwhile is newer.
    void copy.read().then((kept) => hold((now) => now ?? kept))
  }, [copy])
  const keep = useCallback(
    (next: Value) => {
      hold(next)
      copy.keep(next)
    },
    [copy],
  )
  return [value, keep] as const
}
