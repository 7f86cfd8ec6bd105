import type { Cookies } from './cookies.ts'

/** Limits and options of one outgoing request. */
export type FetchLimits = {
  /** Maximum number of bytes after decompression. */
  maxBytes: number
  /** Behavior beyond `maxBytes`: return what was read, or fail with `too_large`. */
  overflow: 'cut' | 'fail'
  /** Maximum time for name lookup, redirects, headers and body together, in milliseconds. */
  totalMs: number
  accept: string
  /** Requests the body without compression. */
  compression?: 'refused'
  /** Checks the first bytes. If it returns false, the rest is not read and `isCut` is true. */
  isAccepted?: (start: Buffer) => boolean
  /**
   * Validators of an earlier response. If the content has not changed, the fetch fails with status
   * 304.
   */
  validators?: { etag: string | null; lastModified: string | null }
  /** HTTP method; default GET. */
  method?: 'POST' | 'DELETE'
  form?: URLSearchParams
  json?: unknown
  /** Value of the `Authorization` header. */
  authorization?: string
  /** True if the request contains a secret. Redirects are not followed then. */
  isSecret?: boolean
  /** Cookies set during this read, sent back to their hosts. */
  cookies?: Cookies
  signal?: AbortSignal
}

/** Limits of a request that contains a secret and is answered with JSON. */
export const SECRET_JSON = {
  maxBytes: 1024 * 1024,
  overflow: 'fail',
  totalMs: 10_000,
  accept: 'application/json',
  isSecret: true,
} satisfies FetchLimits
