import { StoreUnreachable } from '../storage/unreachable.ts'
import { ConnectionLost } from './connection-lost.ts'

/** Reason why a valid statement cannot be executed at present. */
export type UnavailableReason = 'gone' | 'busy' | 'full' | 'slow'

/**
 * Error codes of a database that stops, starts, recovers, has no free connection or is read-only.
 */
const GONE = /^(08[0-9A-Z]{3}|57P0[1235]|53300|25006)$/

/**
 * Error codes of an exhausted disk, memory or other resource, or of a disk error; also for our own
 * files.
 */
const FULL = /^(53[124]00|58030|ENOSPC|EDQUOT|EROFS)$/

/** Error code of a statement that took too long, because of itself or of a high load. */
const SLOW = /^57014$/

/** Returns why the operation failed if a retry can succeed later, otherwise undefined. */
export function unavailableReason(error: unknown): UnavailableReason | undefined {
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
