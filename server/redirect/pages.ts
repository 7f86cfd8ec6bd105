import { utcTime } from '../platform/utc-time.ts'
import { headersFor } from './location.ts'

export type Page = {
  status: number
  headers: string[]
  title?: string
  text?: string
  /** Form for a password, with the error of the last attempt. */
  form?: { error?: string }
  /** Links that lead from an app to the browser (left out if none can) and on to the target. */
  exit?: { open: string | undefined; here: string; host: string }
}
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

export const USED_UP = page(
  410,
  'This link has ended',
  'The person who shared it set a number of openings, and all of them are used.',
)

/**
 * Returns the page of a link before its start. The status is 404, as for other shorteners with
 * start dates: programs take the link for one that does not exist yet, and ask again later.
 */
export const notStarted = (startsAt: number): Page =>
  page(
    404,
    'This link is not open yet',
    `It opens on <time datetime="${new Date(startsAt).toISOString()}">${utcTime(new Date(startsAt))}</time>.`,
  )

const passwordPage = (status: number, error?: string): Page => ({
  ...page(status, 'This link has a password', 'Ask the person who gave you this link.'),
  form: error === undefined ? {} : { error },
})

export const ASK_PASSWORD = passwordPage(200)
export const WRONG_PASSWORD = passwordPage(403, 'This password is wrong. Check it and try again.')

/** Returns the page of a visitor who sent too many wrong passwords. */
export function passwordPause(seconds: number): Page {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return page(
    429,
    'Too many wrong passwords',
    `Open this link again in ${wait}. Until then, no password is checked.`,
    ['Retry-After', String(seconds)],
  )
}

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
