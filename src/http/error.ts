import { isHTTPError } from 'ky'
import * as v from 'valibot'
import { ErrorBody } from '#contract/common.ts'

const HTTP_UNAVAILABLE = 503

type Reply = { statusText?: string; data?: unknown; retryAfter?: string | null; url?: string }

/** Every failed call rejects with one of these; `status` is `unknown` when no reply came. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly statusText: string
  /** Whatever the server said, unread. */
  readonly data: unknown
  readonly retryAfterHeader: string | null
  /** What was called; '' when nobody knows. */
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

  /** The parts of the reply that have a meaning here; empty when it has none of them. */
  get body(): ErrorBody {
    const parsed = v.safeParse(ErrorBody, this.data)
    return parsed.success ? parsed.output : {}
  }

  /** The message to show beside one form field: `errors[field]`, else `data[field]`; the first one. */
  field(name: string): string | undefined {
    return first(under(under(this.data, 'errors'), name)) ?? first(under(this.data, name))
  }

  /** The body's `retry_after` first, then the header (D-67). */
  get retryAfter(): number | string | null {
    const given = under(this.data, 'retry_after')
    if (typeof given === 'number' || typeof given === 'string') return given
    return this.retryAfterHeader
  }

  /** Maintenance, overload: the server asks to come back later. */
  get isUnavailable(): boolean {
    return this.status === HTTP_UNAVAILABLE
  }
}

const under = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

function first(value: unknown): string | undefined {
  const item: unknown = Array.isArray(value) ? value[0] : value
  return typeof item === 'string' ? item : undefined
}

/** Whatever was thrown, as the one error. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (!isHTTPError(error)) return new ApiError('unknown', {}, { cause: error })
  const { status, statusText, headers } = error.response
  const retryAfter = headers.get('Retry-After')
  const reply = { statusText, data: error.data, retryAfter, url: error.request.url }
  return new ApiError(status, reply, { cause: error })
}

/** A request that we took back: nothing failed, nothing is shown. */
export function isCancelled(error: unknown): boolean {
  const thrown = error instanceof ApiError ? error.cause : error
  return thrown instanceof Error && thrown.name === 'AbortError'
}
