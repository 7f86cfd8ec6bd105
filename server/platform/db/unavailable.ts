import { StoreUnreachable } from '../storage/unreachable.ts'
import { ConnectionLost } from './connection-lost.ts'

/** What keeps a statement from being done that has nothing wrong with it. */
export type Unavailable = 'gone' | 'busy' | 'full' | 'slow'

/** Being stopped or started, a recovery, no connection left, a server that only reads. */
const GONE = /^(08[0-9A-Z]{3}|57P0[1235]|53300|25006)$/

/** Disk, memory or another resource used up, an error of the disk; and those of our own files. */
const FULL = /^(53[124]00|58030|ENOSPC|EDQUOT|EROFS)$/

/** Ended because it took too long: its own fault at times, that of all the others at others. */
const SLOW = /^57014$/

/** Whether the same would succeed later, when the database, its disk or the store is well again. */
export function unavailableBy(error: unknown): Unavailable | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof ConnectionLost) return at.why
    if (at instanceof StoreUnreachable) return 'gone'
    const { code = '' } = at as NodeJS.ErrnoException
    if (FULL.test(code)) return 'full'
    if (GONE.test(code)) return 'gone'
    if (SLOW.test(code)) return 'slow'
  }
  return undefined
}
