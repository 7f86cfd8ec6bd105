import { linksIndex } from '#live/mirror.ts'
import { createAnswer, type AnswerEntry } from './answers.ts'

/** Cached answers by user, so that the next user does not see them. */
const entriesByStorage = new WeakMap<object, Map<string, unknown>>()

function entriesOfUser(): Map<string, unknown> {
  const { storage } = linksIndex()
  const known = entriesByStorage.get(storage) ?? new Map<string, unknown>()
  entriesByStorage.set(storage, known)
  return known
}

/** Whether to store a copy on this device: none, always, or depending on the value. */
export type CopyOption<Value> = boolean | ((value: Value) => boolean)

/**
 * Returns the cache entry of a key. Without a copy on the device, it is dropped with the last
 * screen that shows it.
 */
export function answerEntry<Value>(key: string, copy: CopyOption<Value>): AnswerEntry<Value> {
  const entries = entriesOfUser()
  // Each key is used with one type.
  const existing = entries.get(key) as AnswerEntry<Value> | undefined
  if (existing) return existing
  const entry: AnswerEntry<Value> = createAnswer<Value>({
    copyName: copy === false ? null : key,
    isKept: typeof copy === 'function' ? copy : () => true,
    onShownChange(shown) {
      if (shown) entries.set(key, entry)
      else if (copy === false) entries.delete(key)
    },
  })
  entries.set(key, entry)
  return entry
}
