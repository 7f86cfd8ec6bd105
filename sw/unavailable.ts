import * as v from 'valibot'
import { ErrorBody } from '#contract/common.ts'
import { tellPages } from './worker.ts'

const UNAVAILABLE = 503

/**
 * A 503 of something that a person did: every tab hears when to come back. Reads stay quiet,
 * because a refresh in the background must not throw a dialog over work (offline 35); a page with
 * nothing to show announces its own failure. Nothing of it is cached.
 */
export async function noticeUnavailable(request: Request, response: Response): Promise<void> {
  if (response.status !== UNAVAILABLE || isRead(request)) return
  const { retry_after, detail } = await bodyOf(response.clone())
  await tellPages({
    type: 'unavailable',
    retry_after: retry_after ?? response.headers.get('Retry-After'),
    detail: detail ?? null,
  })
}

const isRead = ({ method, url }: Request) =>
  method === 'GET' || /\/search\/?$/.test(new URL(url).pathname)

async function bodyOf(response: Response): Promise<ErrorBody> {
  const body: unknown = await response.json().catch(() => undefined)
  const parsed = v.safeParse(ErrorBody, body)
  return parsed.success ? parsed.output : {}
}
