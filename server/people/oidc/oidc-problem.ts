import { AuthorizationResponseError } from 'oauth4webapi'
import { FetchFailure } from '../../platform/fetcher/fetch-failure.ts'

/** Reason why a sign-in with the provider does not go on. */
export type ProblemKind =
  /** The provider does not answer. */
  | 'unreachable'
  /** The answer of the provider is not valid. */
  | 'refused'
  /** The person pressed Cancel at the provider. */
  | 'cancelled'
  /** The sign-in has expired, was used before, or began in another browser. */
  | 'ended'
  /** The provider did not ask the person again. */
  | 'stale'

/** Error of a sign-in with the provider. */
export class OidcProblem extends Error {
  constructor(
    readonly is: ProblemKind,
    cause?: unknown,
  ) {
    super(`sign-in with the provider: ${is}`, { cause })
  }
}

/** Returns the problem of an error that a request or a check has thrown. */
export function toProblem(error: unknown): OidcProblem {
  if (error instanceof OidcProblem) return error
  if (error instanceof AuthorizationResponseError)
    return new OidcProblem(error.error === 'access_denied' ? 'cancelled' : 'refused', error)
  const failure = error instanceof FetchFailure ? error : undefined
  return new OidcProblem(failure && !isRefusal(failure) ? 'unreachable' : 'refused', error)
}

/** Status codes of providers that are too busy. */
const BUSY = new Set([408, 429])

/** Returns whether the provider answered that it does not accept the request. */
const isRefusal = ({ status = 0 }: FetchFailure) =>
  status >= 400 && status < 500 && !BUSY.has(status)
