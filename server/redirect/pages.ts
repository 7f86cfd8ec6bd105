import { headersFor } from './location.ts'

export type Page = { status: number; headers: string[]; title?: string; text?: string }
export type WrittenPage = { status: number; headers: string[]; body: Buffer }

const page = (status: number, title: string, text: string, headers: string[] = []): Page => ({
  status,
  headers,
  title,
  text,
})

/** Returns an uncounted redirect, or null if the URL cannot be sent in a header. */
export function redirectTo(url: string): Page | null {
  const headers = headersFor(url)
  return headers && { status: 302, headers }
}

export const NOT_FOUND = page(
  404,
  'This link does not work',
  'Check the address for a typing mistake, or ask the person who shared it.',
)

export const ENDED = page(
  410,
  'This link has ended',
  'The person who shared it set an end date, and it has passed.',
)

export const BLOCKED = page(410, 'This link was blocked', 'The operator of this site blocked it.')

export const GONE = page(
  410,
  'This link was deleted',
  'The account of the person who shared it was deleted.',
)

export const WRONG_METHOD = page(
  405,
  'Open this link in a browser',
  'Short links only accept GET requests.',
  ['Allow', 'GET, HEAD'],
)

export const TRY_AGAIN = page(
  503,
  'Try again in a moment',
  'We cannot open this link right now. Try again in a few seconds.',
  ['Retry-After', '5'],
)
