import { FIRST_PAGE_SIZE } from '#contract/limits.ts'
import { TOKEN_COOKIE, TOKEN_HEADER, V2 } from '#contract/app-constants.ts'
import { sharedSlot } from '#contract/handed-over.ts'
import { APP_HEADERS } from './app-headers.ts'
import { endpointRoot } from './endpoint.ts'

/**
 * Newest links, requested exactly like the first page of the list. Only a request with the same
 * body can use the answer.
 */
const PATH = `${V2}/links/search/`
const BODY = JSON.stringify({ page: 1, page_size: FIRST_PAGE_SIZE })

type EarlyRequest = { token: string; answer: Promise<Response | null> }
const earlySlot = sharedSlot<EarlyRequest>('asked')

/**
 * Requests the first links on a device without a local copy, before the code that stores them is
 * loaded. On a slow network, the first start waits for that code. Failures are ignored, because the
 * caller then sends the request again. Calls `onFirstStart` if there is no local copy.
 */
export function requestEarly(
  cookies: string,
  hasCopy: () => Promise<boolean>,
  onFirstStart: () => void = () => {},
): void {
  const [, cookie] = new RegExp(`(?:^|; )${TOKEN_COOKIE}=([^;]+)`).exec(cookies) ?? []
  if (!cookie || location.search.includes('auth_token=')) return
  const token = decodeURIComponent(cookie)
  const answer = hasCopy().then((has) => {
    if (has) return null
    onFirstStart()
    return sendRequest(token)
  })
  earlySlot.set({ token, answer: answer.catch(() => null) })
}

function sendRequest(token: string): Promise<Response> {
  return fetch(endpointRoot() + PATH, {
    method: 'POST',
    headers: { ...APP_HEADERS, 'Content-Type': 'application/json', [TOKEN_HEADER]: token },
    body: BODY,
  })
}

/**
 * Returns a copy of the early answer, for showing it before it is stored. Null for another token or
 * after a failure.
 */
export async function cloneEarlyAnswer(token: string): Promise<Response | null> {
  const pending = earlySlot.get()
  if (pending?.token !== token) return null
  // Cloned at once, before the body is read elsewhere.
  return pending.answer.then((answer) => answer?.clone() ?? null).catch(() => null)
}

/** Returns the early answer if it belongs to this request, else null. It can be taken once. */
export async function takeEarlyAnswer(request: Request): Promise<Response | null> {
  const pending = earlySlot.get()
  if (!pending || !request.url.endsWith(PATH)) return null
  const { token, answer } = pending
  earlySlot.set(undefined)
  const isSame =
    request.headers.get(TOKEN_HEADER) === token && (await request.clone().text()) === BODY
  return isSame ? answer : null
}
