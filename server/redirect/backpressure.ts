import type { Clicks } from './clicks/clicks.ts'
import type { Log } from '../platform/log/log.ts'
import { within } from '../platform/within.ts'

/**
 * Maximum time a redirect waits for space in the click queue. The queue is only full during a long
 * database outage.
 */
const ROOM_MS = 10_000

/**
 * Creates the backpressure for a full click queue. Redirects first wait for space, so that no click
 * is lost. After one wait has timed out, redirects continue without counting until the queue has
 * space again.
 */
export function createBackpressure(clicks: Clicks, log: Log, ms = ROOM_MS) {
  let isInVain = false
  let uncounted = 0

  async function giveUp() {
    if (isInVain) return
    isInVain = true
    log.error('clicks cannot be written: links redirect without counting them')
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
