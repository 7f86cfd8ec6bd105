import { FIRST_PAGE_SIZE } from '#contract/limits.ts'
import { TOKEN_COOKIE, TOKEN_HEADER, V2 } from '#contract/app-constants.ts'
import { APP_HEADERS } from './app-headers.ts'
import { endpointRoot } from './endpoint.ts'

/** The newest links, exactly as the first import of the list asks for them. */
const PATH = `${V2}/links/search/`
const BODY = JSON.stringify({ page: 1, page_size: FIRST_PAGE_SIZE })

type Early = { token: string; answer: Promise<Response | null> }
let early: Early | undefined

/**
 * On a device without a copy, asks for the first rows before the code that keeps them has come: on a
 * slow network that code is what a first start waits for. A failure is nobody's business: whoever
 * finds no answer here asks again.
 */
export function askEarly(cookies: string, hasCopy: () => Promise<boolean>): void {
  const [, cookie] = new RegExp(`(?:^|; )${TOKEN_COOKIE}=([^;]+)`).exec(cookies) ?? []
  if (!cookie || location.search.includes('auth_token=')) return
  const token = decodeURIComponent(cookie)
  early = { token, answer: ask(token, hasCopy).catch(() => null) }
}

async function ask(token: string, hasCopy: () => Promise<boolean>): Promise<Response | null> {
  if (await hasCopy()) return null
  return fetch(endpointRoot() + PATH, {
    method: 'POST',
    headers: { ...APP_HEADERS, 'Content-Type': 'application/json', [TOKEN_HEADER]: token },
    body: BODY,
  })
}

/** The answer to this very request, if it has been asked for; once. */
export async function takeEarly(request: Request): Promise<Response | null> {
  if (!early || !request.url.endsWith(PATH)) return null
  const { token, answer } = early
  early = undefined
  const isSame =
    request.headers.get(TOKEN_HEADER) === token && (await request.clone().text()) === BODY
  return isSame ? answer : null
}
