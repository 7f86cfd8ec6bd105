import type { Clicks } from './clicks/clicks.ts'
import type { Log } from '../platform/log/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'

/**
 * Maximum time a redirect waits for space in the click queue. The queue is only full during a long
 * database outage.
 */
const MAX_WAIT_MS = 10_000

/**
 * Creates the backpressure for a full click queue. Redirects first wait for space, so that no click
 * is lost. After one wait has timed out, redirects continue without counting until the queue has
 * space again.
 */
export function createBackpressure(clicks: Clicks, log: Log, ms = MAX_WAIT_MS) {
  let hasGivenUp = false
  let uncounted = 0

  async function giveUp() {
    if (hasGivenUp) return
    hasGivenUp = true
    log.error('clicks cannot be written: links redirect without counting them')
    await clicks.waitForSpace()
    log.error('clicks are counted again', { uncounted })
    hasGivenUp = false
    uncounted = 0
  }

  return {
    skipClick: () => void (uncounted += 1),
    async hasSpace(): Promise<boolean> {
      if (hasGivenUp) return false
      const room = clicks.waitForSpace().then(() => true)
      const isFree = await withTimeout(ms, room, false)
      if (!isFree) void giveUp()
      return isFree
    },
  }
}
