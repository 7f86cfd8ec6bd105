import { FIRST_PAGE_SIZE } from '#contract/limits.ts'
import { TOKEN_COOKIE, TOKEN_HEADER, V2 } from '#contract/app-constants.ts'
import { handedOver } from '#contract/handed-over.ts'
import { APP_HEADERS } from './app-headers.ts'
import { endpointRoot } from './endpoint.ts'

/** The newest links, exactly as the first import of the list asks for them. */
const PATH = `${V2}/links/search/`
const BODY = JSON.stringify({ page: 1, page_size: FIRST_PAGE_SIZE })

type Early = { token: string; answer: Promise<Response | null> }
const early = handedOver<Early>('asked')

/**
 * On a device without a copy, asks for the first rows before the code that keeps them has come: on a
 * slow network that code is what a first start waits for. A failure is nobody's business: whoever
 * finds no answer here asks again. `onFirstStart` is told when there is no copy.
 */
export function askEarly(
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
    return ask(token)
  })
  early.set({ token, answer: answer.catch(() => null) })
}

function ask(token: string): Promise<Response> {
  return fetch(endpointRoot() + PATH, {
    method: 'POST',
    headers: { ...APP_HEADERS, 'Content-Type': 'application/json', [TOKEN_HEADER]: token },
    body: BODY,
  })
}

/** A copy of that answer, for who shows it before it is kept; null for anybody else, or when it failed. */
export async function earlyAnswer(token: string): Promise<Response | null> {
  const asked = early.get()
  if (asked?.token !== token) return null
  // At once, before anybody else reads it.
  return asked.answer.then((answer) => answer?.clone() ?? null).catch(() => null)
}

/** The answer to this very request, if it has been asked for; once. */
export async function takeEarly(request: Request): Promise<Response | null> {
  const asked = early.get()
  if (!asked || !request.url.endsWith(PATH)) return null
  const { token, answer } = asked
  early.set(undefined)
  const isSame =
    request.headers.get(TOKEN_HEADER) === token && (await request.clone().text()) === BODY
  return isSame ? answer : null
}
