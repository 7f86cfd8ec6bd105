import * as v from 'valibot'
import { ErrorBody } from '#contract/common.ts'
import { tellPages } from './worker.ts'

const UNAVAILABLE = 503

/**
 * Tells all tabs about a 503 answer to a user's action, and when to retry. Reads are ignored,
 * because a background refresh must not open a dialog over the user's work. A page that has nothing
 * to show reports its own failure.
 */
export async function reportUnavailable(request: Request, response: Response): Promise<void> {
  if (response.status !== UNAVAILABLE || isRead(request)) return
  const { retry_after, detail } = await bodyOf(response.clone())
  await tellPages({
    type: 'unavailable',
    retry_after: retry_after ?? response.headers.get('Retry-After'),
    detail: detail ?? null,
  })
}

/** Returns whether the request only reads. Searches do, although they are POST requests. */
const isRead = ({ method, url }: Request) =>
  method === 'GET' || /\/search\/?$/.test(new URL(url).pathname)

async function bodyOf(response: Response): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => undefined)
  const parsed = v.safeParse(ErrorBody, body)
  return parsed.success ? parsed.output : {}
}
