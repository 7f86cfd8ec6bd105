import type { Reachable } from './requests.ts'

export const LOGIN = '/multi-connect/login'
export const SIGN_UP = '/multi-connect/signup'
export const FORGOT = '/multi-connect/forgot-password'
export const SET_PASSWORD = '/multi-connect/set-password'

export type LoginPage = {
  status: number
  html: string
  headers: Headers
  /** Cookies of the browser for this host. */
  cookie: string
  /** Submits the page's form as a browser does, with hidden fields, cookies and the input. */
  submit(typed: Record<string, string>, headers?: Record<string, string>): Promise<LoginPage>
}

/** Opens a page of the login host in a browser without JavaScript. */
export async function open(server: Reachable, path: string, cookie = ''): Promise<LoginPage> {
  return read(server, await server.request('GET', path, { headers: { cookie } }), cookie)
}

async function read(server: Reachable, response: Response, before: string): Promise<LoginPage> {
  const html = await response.text()
  const cookie = withSet(before, response.headers.getSetCookie())
  return {
    status: response.status,
    html,
    headers: response.headers,
    cookie,
    async submit(typed, headers = {}) {
      const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]
      if (!action) throw new Error(`no form on this page: ${html}`)
      const form = { ...hiddenFields(html), ...typed }
      const answer = await server.request('POST', action, { form, headers: { cookie, ...headers } })
      return read(server, answer, cookie)
    },
  }
}

function withSet(before: string, set: string[]): string {
  const pairs = [...before.split('; '), ...set.map((line) => line.split(';', 1)[0] ?? '')]
  const named = pairs.filter(Boolean).map((pair) => [pair.split('=', 1)[0], pair] as const)
  return [...new Map(named).values()].join('; ')
}

export function hiddenFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, decoded(value)]))
}

const decoded = (value: string) =>
  value
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Returns the redirect target of a successful sign-in. */
export function redirectTarget(page: LoginPage): URL {
  const to = page.headers.get('location')
  if (page.status !== 303 || !to) throw new Error(`no redirect but ${page.status}: ${page.html}`)
  return new URL(to)
}

export function authToken(page: LoginPage): string {
  const token = redirectTarget(page).searchParams.get('auth_token')
  if (!token) throw new Error('no one-time token')
  return token
}

/** Returns the first id in the forms of a page. */
export const idIn = (html: string): string => /name="id" value="([^"]+)"/.exec(html)?.[1] ?? ''
