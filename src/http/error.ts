import { isHTTPError } from 'ky'
import * as v from 'valibot'
import { ErrorBody } from '#contract/common.ts'

const HTTP_UNAVAILABLE = 503

type Reply = { statusText?: string; data?: unknown; retryAfter?: string | null; url?: string }

/** Error of every failed call. `status` is `unknown` if no answer came. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly statusText: string
  /** Body of the answer, not validated. */
  readonly data: unknown
  readonly retryAfterHeader: string | null
  /** Address of the call; empty if unknown. */
  readonly url: string

  constructor(
    readonly status: number | 'unknown',
    reply: Reply = {},
    options?: ErrorOptions,
  ) {
    super(`Request failed (${status})`, options)
    this.statusText = reply.statusText ?? ''
    this.data = reply.data
    this.retryAfterHeader = reply.retryAfter ?? null
    this.url = reply.url ?? ''
  }

  /** Known fields of the body; an empty object if it has none of them. */
  get body(): ErrorBody {
    const parsed = v.safeParse(ErrorBody, this.data)
    return parsed.success ? parsed.output : {}
  }

  /** Returns the first message for a form field: from `errors[field]`, else from `data[field]`. */
  field(name: string): string | undefined {
    return (
      firstMessage(propertyOf(propertyOf(this.data, 'errors'), name)) ??
      firstMessage(propertyOf(this.data, name))
    )
  }

  /** Value of `retry_after` in the body, else the header. */
  get retryAfter(): number | string | null {
    const value = propertyOf(this.data, 'retry_after')
    if (typeof value === 'number' || typeof value === 'string') return value
    return this.retryAfterHeader
  }

  /** Whether the server is unavailable because of maintenance or overload. */
  get isUnavailable(): boolean {
    return this.status === HTTP_UNAVAILABLE
  }
}

const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

function firstMessage(value: unknown): string | undefined {
  const item: unknown = Array.isArray(value) ? value[0] : value
  return typeof item === 'string' ? item : undefined
}

/** Converts any thrown value to an ApiError. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (!isHTTPError(error)) return new ApiError('unknown', {}, { cause: error })
  const { status, statusText, headers } = error.response
  const retryAfter = headers.get('Retry-After')
  const reply = { statusText, data: error.data, retryAfter, url: error.request.url }
  return new ApiError(status, reply, { cause: error })
}

/**
 * Returns whether the app itself cancelled the request. This is not a failure and shows no message.
 */
export function isCancelled(error: unknown): boolean {
  const thrown = error instanceof ApiError ? error.cause : error
  return thrown instanceof Error && thrown.name === 'AbortError'
}
