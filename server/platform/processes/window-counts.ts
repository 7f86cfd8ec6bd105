import { LRUCache } from 'lru-cache'

export type WindowCount = { count: number; endsAt: number }
/** Counts one event of `key` and returns its number in the current window. */
export type CountInWindow = (key: string, endsAt: number) => WindowCount

/** Maximum number of counters. The least recently used one is dropped first. */
const MAX_COUNTERS = 50_000

/**
 * Creates counters of events per key. The first event of a key opens a window until `endsAt`
 * (milliseconds since 1970), which later events do not extend.
 */
export function createWindowCounts(): CountInWindow {
  const windows = new LRUCache<string, WindowCount>({ max: MAX_COUNTERS })
  return (key, endsAt) => {
    const known = windows.get(key)
    const window = known && known.endsAt > Date.now() ? known : { count: 0, endsAt }
    window.count += 1
    windows.set(key, window)
    return { ...window }
  }
}
