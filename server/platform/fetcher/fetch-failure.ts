import { errors } from 'undici'
import type { MetaError } from '#contract/links/short-link.ts'
import { BlockedAddress } from './address-guard.ts'

/** Reason why a fetch failed, as a link's `meta_extraction_error`. */
export class FetchFailure extends Error {
  constructor(
    readonly reason: MetaError,
    options?: ErrorOptions,
    /** HTTP status, if there was a response. */
    readonly status?: number,
    /** Unparsed `Retry-After` header. */
    readonly retryAfter?: string,
  ) {
    super(`fetch failed: ${reason}`, options)
  }

  /** True if the host name does not exist. Temporary DNS failures do not count. */
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

/**
 * Returns whether the address was blocked. Node wraps the errors of several addresses in an
 * AggregateError.
 */
function isBlocked(error: unknown): boolean {
  if (error instanceof BlockedAddress) return true
  if (error instanceof AggregateError) return error.errors.some(isBlocked)
  return error instanceof Error && error.cause !== undefined && isBlocked(error.cause)
}
