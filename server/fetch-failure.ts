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
  ) {
    super(`fetch failed: ${reason}`, options)
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

/** Trying several addresses of one name wraps their errors. */
function isBlocked(error: unknown): boolean {
  if (error instanceof BlockedAddress) return true
  if (error instanceof AggregateError) return error.errors.some(isBlocked)
  return error instanceof Error && error.cause !== undefined && isBlocked(error.cause)
}
