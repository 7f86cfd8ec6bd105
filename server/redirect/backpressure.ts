import type { Clicks } from './clicks/clicks.ts'
import type { Log } from '../platform/log/log.ts'
import { within } from '../platform/within.ts'

/** Redirects wait this long for clicks to be written, which is no wait unless the database is gone for long. */
const ROOM_MS = 10_000

/**
 * Clicks are never dropped while there is hope of keeping them: with a full queue redirects wait. Once
 * that was in vain people are led on without being counted, until there is room again.
 */
export function createBackpressure(clicks: Clicks, log: Log, ms = ROOM_MS) {
  let isInVain = false
  let uncounted = 0

  async function giveUp() {
    if (isInVain) return
    isInVain = true
    log.error('clicks cannot be written, so links lead on without counting')
    await clicks.room()
    log.error('clicks are counted again', { uncounted })
    isInVain = false
    uncounted = 0
  }

  return {
    uncounted: () => void (uncounted += 1),
    async hasRoom(): Promise<boolean> {
      if (isInVain) return false
      const room = clicks.room().then(() => true)
      const hasRoom = await within(ms, room, false)
      if (!hasRoom) void giveUp()
      return hasRoom
    },
  }
}
