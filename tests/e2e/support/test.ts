import { expect, test as base, type APIRequestContext, type Page } from '@playwright/test'
import { V1, V2 } from '#contract/app-constants.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import { perWorker, runServer, SERVER_FIXTURE } from './per-worker.ts'
import type { RunningServer } from './running-server.ts'
import { startShop, type Shop } from './shop.ts'
import { workerReady } from './worker.ts'

export type Person = {
  email: string
  password: string
  token: string
  uuid: string
  send: (method: string, path: string, data?: unknown) => ReturnType<APIRequestContext['fetch']>
  addLink: (url: string) => Promise<ShortLink>
  /** Signs in with the page's cookies and returns the one-time token for the app. */
  oneTimeToken: (page: Page) => Promise<string>
}

type Worker = { server: RunningServer; shop: Shop }
type Each = {
  /** A user with an account, created through the API. */
  person: Person
  /** Creates another user. */
  newPerson: () => Promise<Person>
  /** Opens the app with a one-time token, as the login page does after a sign-in. */
  signIn: SignIn
  /** Adds a link of `person` to a product with this name. */
  addProduct: (name: string) => Promise<ShortLink>
  /** Signs in `person` and opens a path, "/" by default. */
  openApp: (path?: string) => Promise<void>
  /** Adds a link to a product with this name, signs in and opens the links. */
  openWithLink: (name: string) => Promise<ShortLink>
  /** Does the same and waits until the service worker can show the app offline. */
  openSaved: (name: string) => Promise<ShortLink>
  /** Signs in through the forms of the login page, for tests about them. */
  signInThroughLogin: SignIn
}

type SignIn = (page: Page, person: Person, path?: string) => Promise<void>

let people = 0

/**
 * Poll interval. Every test waits for this, and Playwright's default intervals would add up to half
 * a second.
 */
const OFTEN = { timeout: 20_000, intervals: [50, 50, 100] }

export const test = base.extend<Each, Worker>({
  server: [async ({}, provide) => runServer({}, provide), SERVER_FIXTURE],
  shop: perWorker(startShop),
  baseURL: async ({ server }, provide) => provide(server.origin),
  newPerson: async ({ playwright, server }, provide) => {
    const contexts: APIRequestContext[] = []
    await provide(async () => {
      const context = await playwright.request.newContext({ baseURL: server.origin })
      contexts.push(context)
      return signUp(context, server.origin)
    })
    await Promise.all(contexts.map((context) => context.dispose()))
  },
  person: async ({ newPerson }, provide) => provide(await newPerson()),
  signIn: async ({}, provide) => provide(signInByToken),
  addProduct: async ({ person, shop }, provide) =>
    provide((name) => person.addLink(shop.product(name))),
  openApp: async ({ page, person, signIn }, provide) =>
    provide((path) => signIn(page, person, path)),
  openWithLink: async ({ addProduct, openApp }, provide) =>
    provide(async (name) => {
      const link = await addProduct(name)
      await openApp('/splitlinks')
      return link
    }),
  openSaved: async ({ page, openWithLink }, provide) =>
    provide(async (name) => {
      const link = await openWithLink(name)
      await expect(page.getByText(name)).toBeVisible()
      await workerReady(page)
      return link
    }),
  signInThroughLogin: async ({}, provide) => provide(signInThroughLogin),
})

export { expect } from '@playwright/test'

/** Signs up through the sign-up form and exchanges the one-time token. */
async function signUp(context: APIRequestContext, origin: string): Promise<Person> {
  const email = `person-${process.pid}-${(people += 1)}@example.com`
  const password = 'correct horse battery'
  const enter = (browser: APIRequestContext, form: 'signup' | 'login') =>
    submit(browser, form, origin, { email, password })
  const data = { auth_token: await enter(context, 'signup') }
  const connected = await context.post(`${V1}/connect/token`, { data })
  const { token } = (await connected.json()) as { token: string }
  const send = (method: string, path: string, data?: unknown) =>
    context.fetch(path, { method, data, headers: { 'X-API-TOKEN': token } })
  // Close the onboarding and the suggestions after it.
  await send('PATCH', `${V2}/onboarding/`, { finished: true, tasks_closed: true })
  const { uuid } = (await (await send('GET', `${V1}/users/me`)).json()) as { uuid: string }
  const addLink = async (url: string) => {
    const response = await send('POST', `${V2}/links/`, { url })
    return ((await response.json()) as { result: ShortLink }).result
  }
  // A sign-in must end in the browser that started it, so this uses the page's cookies.
  const oneTimeToken = (page: Page) => enter(page.request, 'login')
  return { email, password, token, uuid, send, addLink, oneTimeToken }
}

/** Submits the form of the login page and returns the one-time token in the answer. */
async function submit(
  context: APIRequestContext,
  form: 'signup' | 'login',
  origin: string,
  fields: { email: string; password: string },
): Promise<string> {
  const address = `${origin}/multi-connect/${form}`
  const page = await (await context.get(address)).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const answer = await context.post(address, {
    form: { ...fields, csrf, success: `${origin}/` },
    maxRedirects: 0,
  })
  const location = answer.headers()['location']
  if (!location) throw new Error(`${form} was refused: ${answer.status()}`)
  return new URL(location).searchParams.get('auth_token') ?? ''
}

async function signInByToken(page: Page, person: Person, path = '/') {
  const token = await person.oneTimeToken(page)
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}auth_token=${token}`)
  await signedIn(page)
}

async function signInThroughLogin(page: Page, person: Person, path = '/') {
  await page.goto(path)
  await page.waitForURL(/multi-connect\/login/)
  await toSignIn(page)
  await submitAccount(page, 'Sign in', person)
  await signedIn(page)
}

/** Fills the form of the login page and submits it with this button. */
export async function submitAccount(
  page: Page,
  button: 'Sign in' | 'Create account',
  { email, password }: Pick<Person, 'email' | 'password'>,
) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: button, exact: true }).click()
}

/**
 * Switches to the sign-in form. A browser without an earlier sign-in shows the sign-up form first.
 */
export async function toSignIn(page: Page) {
  const other = page.getByRole('link', { name: 'Sign in', exact: true })
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (await other.isVisible()) await other.click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
}

/** Waits until the one-time token has been exchanged and the app is shown. */
export async function signedIn(page: Page) {
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name), OFTEN)
    .toContain('token')
  await page.locator('main h1').first().waitFor()
}
