import { errors } from 'undici'
import type { MetaError } from '#contract/links.ts'
import { BlockedAddress } from './address-guard.ts'

/** Why a fetch gave nothing, in the words that a link's `meta_extraction_error` uses. */
export class FetchFailure extends Error {
  constructor(
    readonly reason: MetaError,
    options?: ErrorOptions,
    /** What the other side answered, when it did. */
    readonly status?: number,
    /** Its `Retry-After`, as it came. */
    readonly retryAfter?: string,
  ) {
    super(`fetch failed: ${reason}`, options)
  }

  /** The name leads nowhere, and not only right now. */
  get isNoSuchHost(): boolean {
    return this.reason === 'unreachable' && isNotFound(this.cause)
  }
}

export function toFailure(error: unknown): FetchFailure {
  if (error instanceof FetchFailure) return error
  if (isBlocked(error)) return new FetchFailure('blocked', { cause: error })
  if (error instanceof errors.HeadersOverflowError) {
    return new FetchFailure('too_large', { cause: error })
  }
  return new FetchFailure('unreachable', { cause: error })
}

function isNotFound(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as NodeJS.ErrnoException).code === 'ENOTFOUND' || isNotFound(error.cause)
}

/** Trying several addresses of one name wraps their errors. */
function isBlocked(error: unknown): boolean {
  if (error instanceof BlockedAddress) return true
  if (error instanceof AggregateError) return error.errors.some(isBlocked)
  return error instanceof Error && error.cause !== undefined && isBlocked(error.cause)
}
