import { hiddenFields, open, type LoginPage } from './login-pages.ts'
import type { Reachable } from '../test-app.ts'

/** Address of the provider that a page opens by itself. */
export function providerAddress(page: { status: number; headers: Headers; html: string }): string {
  const url = /^0; url=(.+)$/.exec(page.headers.get('refresh') ?? '')?.[1]
  if (!url) throw new Error(`no address of a provider but ${page.status}: ${page.html}`)
  return url
}

/** Browser at the provider, with its cookies there. */
export class ProviderBrowser {
  readonly #cookies = new Map<string, string>()

  /** Signs in at the provider and returns the path and query with which it sends the browser back. */
  async signIn(address: string, login: string): Promise<string> {
    const { origin } = new URL(address)
    let answer = await this.#send(address)
    for (let step = 0; step < 12; step += 1) {
      const to = answer.headers.get('location')
      if (to !== null) {
        const url = new URL(to, origin)
        if (url.origin !== origin) return url.pathname + url.search
        answer = await this.#send(url.href)
        continue
      }
      const html = await answer.text()
      const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1]
      if (!action) throw new Error(`no form of the provider but ${answer.status}: ${html}`)
      const typed = html.includes('name="login"') ? { login, password: 'any' } : {}
      const form = { ...hiddenFields(html), ...typed }
      answer = await this.#send(new URL(action, origin).href, form)
    }
    throw new Error('the provider does not come to an end')
  }

  async #send(url: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.#cookies.set(name, value)
    }
    return answer
  }
}

/** Presses the button of the provider on a sign-in page. */
export async function pressProvider(
  server: Reachable,
  page: LoginPage,
  action = '/multi-connect/oidc',
): Promise<Omit<LoginPage, 'submit'>> {
  const form = hiddenFields(page.html)
  const answer = await server.request('POST', action, { form, headers: { cookie: page.cookie } })
  const html = await answer.text()
  return { status: answer.status, html, headers: answer.headers, cookie: page.cookie }
}

/** Opens the page to which the provider sent the browser back, and the one after it. */
export async function comeBack(
  server: Reachable,
  path: string,
  cookie: string,
): Promise<LoginPage> {
  const page = await open(server, path, cookie)
  const next = page.headers.get('location')
  const isWelcome = next !== null && next.startsWith('/multi-connect/oidc/welcome')
  return isWelcome ? open(server, next, page.cookie) : page
}

/** Signs in with the provider from the sign-in page, in a new browser. */
export async function signInAtProvider(
  server: Reachable,
  login: string,
  { path = '/multi-connect/login', browser = new ProviderBrowser() } = {},
): Promise<LoginPage> {
  const start = await pressProvider(server, await open(server, path))
  const back = await browser.signIn(providerAddress(start), login)
  return comeBack(server, back, start.cookie)
}
