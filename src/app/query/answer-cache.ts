import { linksIndex } from '#live/mirror.ts'
import { createAnswer, type AnswerEntry } from './answers.ts'

/** By person: what one was answered is not there for the next. */
const people = new WeakMap<object, Map<string, unknown>>()

function entriesOfThisPerson(): Map<string, unknown> {
  const { storage } = linksIndex()
  const known = people.get(storage) ?? new Map<string, unknown>()
  people.set(storage, known)
  return known
}

/** Whether a copy is kept on this device: none, any, or of these values. */
export type CopyWish<Value> = boolean | ((value: Value) => boolean)

/** The one entry of a key. Without a copy on the device it goes with the last screen that shows it. */
export function answerEntry<Value>(key: string, copy: CopyWish<Value>): AnswerEntry<Value> {
  const entries = entriesOfThisPerson()
  // Nobody else asks under this key.
  const known = entries.get(key) as AnswerEntry<Value> | undefined
  if (known) return known
  const entry: AnswerEntry<Value> = createAnswer<Value>({
    copyName: copy === false ? null : key,
    isKept: typeof copy === 'function' ? copy : () => true,
    onShown(shown) {
      if (shown) entries.set(key, entry)
      else if (copy === false) entries.delete(key)
    },
  })
  entries.set(key, entry)
  return entry
}
