import type { Cookies } from './cookies.ts'

/** Limits and options of one outgoing request. */
export type FetchLimits = {
  /** Bytes after decompression. */
  maxBytes: number
  /** Beyond `maxBytes`: keep what was read, or fail with `too_large`. */
  overflow: 'cut' | 'fail'
  /** For everything together: names, redirects, headers, body. */
  totalMs: number
  accept: string
  /** Asks for the bytes as they are, and does not unpack them. */
  isPacked?: 'refused'
  /** Judges the first bytes: of what it turns down no more is read, and `isCut` is true. */
  isWanted?: (start: Buffer) => boolean
  /** What an earlier answer named its version; one that has not changed fails with status 304. */
  unless?: { etag: string | null; lastModified: string | null }
  /** Something else than a GET. */
  method?: 'POST' | 'DELETE'
  form?: URLSearchParams
  json?: unknown
  /** What is asked holds a secret: it goes to this address, and to none that a redirect names. */
  isSecret?: boolean
  /** Cookies set on the way are kept here, and sent back where they belong. */
  cookies?: Cookies
  signal?: AbortSignal
}
