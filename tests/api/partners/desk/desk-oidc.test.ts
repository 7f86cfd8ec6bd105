import { afterAll, expect, test } from 'vitest'
import { expectParts } from '#support/expect-parts.ts'
import { linkTo } from '#support/server/desk.ts'
import {
  comeBack,
  pressProvider,
  ProviderBrowser,
  providerAddress,
} from '#support/server/hosts/oidc-browser.ts'
import { startOidcProvider } from '#support/server/hosts/oidc-provider.ts'
import { hiddenFields, idIn, open } from '#support/server/hosts/login-pages.ts'
import { newProviderPerson, oidcSettings } from '#support/server/oidc-people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { brands } from '../../../../server/platform/db/schema.ts'

const SIGN_IN = '/desk/sign-in'
const OIDC = `${SIGN_IN}/oidc`
const provider = await startOidcProvider([`http://localhost:8080${OIDC}/callback`])
afterAll(() => provider.stop())
const server = await startTestServer(oidcSettings(provider))

async function newBrand(name: string): Promise<string> {
  const [brand] = await server.deps.db.insert(brands).values({ name }).returning()
  return brand?.id ?? ''
}

/** Signs in at the provider from the sign-in page of the desk. */
async function signIn(login: string) {
  const start = await pressProvider(server, await open(server, SIGN_IN), OIDC)
  const back = await new ProviderBrowser().signIn(providerAddress(start), login)
  return comeBack(server, back, start.cookie)
}

/** Connects a person to a brand with a sign-in link, in one browser. */
async function connect(login: string, brandId: string) {
  const page = await signIn(login)
  expectParts(page.html, 'Connect your brand')
  const link = await open(server, await linkTo(server, brandId), page.cookie)
  expectParts(link.html, 'also sign in with Example Inc as')
  return link.submit({ connect: 'on' })
}

test('a brand connects an account with a sign-in link, and then needs no link', async () => {
  const brandId = await newBrand('Oak')
  const { login, email } = newProviderPerson(provider)
  expect((await connect(login, brandId)).headers.get('location')).toBe('/desk/partners')
  const again = await signIn(login)
  expect(again.headers.get('location')).toBe('/desk/partners')
  const accounts = await open(server, '/desk/accounts', again.cookie)
  expectParts(accounts.html, email, 'Disconnect')
  const form = { ...hiddenFields(accounts.html), id: idIn(accounts.html) }
  const headers = { cookie: again.cookie }
  await server.request('POST', '/desk/accounts/disconnect', { form, headers })
  expectParts((await signIn(login)).html, 'Connect your brand')
})

test('a link opened without the choice, or in another browser, connects nothing', async () => {
  const brandId = await newBrand('Elm')
  const { login } = newProviderPerson(provider)
  const page = await signIn(login)
  const elsewhere = await open(server, await linkTo(server, brandId))
  expect(elsewhere.html).not.toContain('name="connect"')
  await (await open(server, await linkTo(server, brandId), page.cookie)).submit({})
  expectParts((await signIn(login)).html, 'Connect your brand')
})

test('a person of several brands chooses one', async () => {
  const [first, second] = [await newBrand('Ash'), await newBrand('Yew')]
  const { login } = newProviderPerson(provider)
  const entered = await connect(login, first)
  const accounts = await open(server, '/desk/accounts', entered.cookie)
  expect(accounts.status).toBe(200)
  const other = await open(server, await linkTo(server, second), entered.cookie)
  const inSecond = await other.submit({})
  const page = await open(server, '/desk/accounts', inSecond.cookie)
  const form = hiddenFields(page.html)
  const headers = { cookie: inSecond.cookie }
  const started = await server.request('POST', '/desk/accounts/connect', { form, headers })
  const address = providerAddress({ status: 200, headers: started.headers, html: '' })
  const back = await new ProviderBrowser().signIn(address, login)
  expect((await open(server, back, inSecond.cookie)).headers.get('location')).toBe('/desk/accounts')
  const choice = await signIn(login)
  expectParts(choice.html, 'Choose a brand', 'Ash', 'Yew')
  const opened = await choice.submit({ brand: second })
  expectParts((await open(server, '/desk/partners', opened.cookie)).html, 'Yew')
  const foreign = await (await signIn(login)).submit({ brand: await newBrand('Fir') })
  expect(foreign.status).toBe(400)
})

test('a sign-in for the app is no sign-in for the desk', async () => {
  const brandId = await newBrand('Bay')
  const { login } = newProviderPerson(provider)
  await connect(login, brandId)
  const start = await pressProvider(server, await open(server, SIGN_IN), OIDC)
  const back = await new ProviderBrowser().signIn(providerAddress(start), login)
  const page = await open(server, back.replace(OIDC, '/multi-connect/oidc'), start.cookie)
  expectParts(page.html, 'This sign-in has ended')
})
