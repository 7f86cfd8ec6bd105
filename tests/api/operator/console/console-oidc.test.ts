import { afterAll, expect, test } from 'vitest'
import { expectParts } from '#support/expect-parts.ts'
import { fakeDatesPerTest } from '#support/server/factors.ts'
import {
  comeBack,
  pressProvider,
  ProviderBrowser,
  providerAddress,
} from '#support/server/hosts/oidc-browser.ts'
import { startOidcProvider } from '#support/server/hosts/oidc-provider.ts'
import { hiddenFields, open, type LoginPage } from '#support/server/hosts/login-pages.ts'
import { newProviderPerson, oidcSettings } from '#support/server/oidc-people.ts'
import { enterConsole, runStaff, STAFF_PASSWORD } from '#support/server/staff/staff.ts'
import { createTestServer, startTestServer } from '#support/server/test-app.ts'
import { auditEntries, conversions } from '../../../../server/platform/db/schema.ts'

const OIDC = '/console/oidc'
const provider = await startOidcProvider([`http://localhost:8080${OIDC}/callback`])
afterAll(() => provider.stop())
const settings = oidcSettings(provider, { adminClaim: { name: 'groups', value: 'split-admins' } })
const server = await startTestServer(settings)

fakeDatesPerTest()

const newAdmin = (email?: string) =>
  newProviderPerson(provider, { groups: ['other', 'split-admins'], ...(email && { email }) })

async function signIn(login: string): Promise<LoginPage> {
  const start = await pressProvider(server, await open(server, '/console/sign-in'), OIDC)
  const back = await new ProviderBrowser().signIn(providerAddress(start), login)
  return comeBack(server, back, start.cookie)
}

const account = (page: LoginPage) => open(server, '/console/account', page.cookie)

test('a person with the claim becomes an owner, which the audit log records', async () => {
  const { login, email } = newAdmin()
  const page = await signIn(login)
  expect(page.headers.get('refresh')).toBe('0; url=/console')
  expectParts((await account(page)).html, `${email}, owner`)
  const entries = await server.deps.db.select().from(auditEntries)
  const entry = entries.find(({ subject }) => subject === `staff ${email}`)
  expect(entry).toMatchObject({
    action: 'staff.join',
    who: 'Example Inc',
    after: { role: 'owner' },
  })
  expect(entry?.why).toBe('Example Inc says groups=split-admins')
})

test('a role that the operator changed stays', async () => {
  const { login, email } = newAdmin()
  await signIn(login)
  await runStaff(server, ['role', email], { role: 'viewer' })
  expectParts((await account(await signIn(login))).html, `${email}, viewer`)
})

test('without the setting, sessions of people who have only the claim end', async () => {
  const page = await signIn(newAdmin().login)
  const other = await createTestServer({ sharedServer: server, ...oidcSettings(provider) })
  const { status, headers } = await open(other, '/console/account', page.cookie)
  expect([status, headers.get('location')]).toEqual([303, '/console/sign-in'])
  await other.stop()
})

test('the command that removes a person says that the claim lets them in again', async () => {
  const { login, email } = newAdmin()
  await signIn(login)
  expect(await runStaff(server, ['remove', email])).toContain(
    'Also remove groups=split-admins at Example Inc',
  )
})

test('without the claim nobody can sign in, and earlier sessions end', async () => {
  const { login, email } = newAdmin()
  const page = await signIn(login)
  provider.people.set(login, { email, groups: ['other'] })
  const refused = await signIn(login)
  expect(refused.status).toBe(403)
  expectParts(refused.html, 'may not use the console')
  expect((await account(page)).status).toBe(303)
})

test('a known member is connected after password and code, and is asked for a code then', async () => {
  const email = 'carla@staff.example'
  const member = await enterConsole(server, 'finance', email)
  const { login } = newAdmin(email)
  const page = await signIn(login)
  expectParts(page.html, 'There is a staff account with your email')
  const typed = { email, password: STAFF_PASSWORD }
  const wrong = await page.submit({ ...typed, password: 'another one here', code: '000000' })
  expect(wrong.status).toBe(400)
  const done = await wrong.submit({ ...typed, code: member.nextCode() })
  expectParts((await account(done)).html, `${email}, finance`)
  const next = await signIn(login)
  expectParts(next.html, 'Enter your code')
  expect((await next.submit({ code: '000000' })).status).toBe(400)
  const right = await next.submit({ code: member.nextCode() })
  expectParts((await account(right)).html, `${email}, finance`)
})

test('a member without an authenticator app confirms money with a new sign-in', async () => {
  const { login } = newAdmin()
  const page = await signIn(login)
  const { csrf = '' } = hiddenFields((await account(page)).html)
  const headers = { cookie: page.cookie }
  const approve = () =>
    server.request('POST', '/console/actions/order.approve', {
      form: { csrf, subject: 'order 1', why: 'Checked' },
      headers,
    })
  const asked = await approve()
  expect(asked.status).toBe(428)
  expectParts(await asked.text(), 'Confirm with Example Inc')
  const form = { csrf }
  const start = await server.request('POST', '/console/confirm', { form, headers })
  const address = providerAddress({ status: 200, headers: start.headers, html: '' })
  expect(new URL(address).searchParams.get('prompt')).toBe('login')
  const other = newAdmin()
  await signIn(other.login)
  const wrong = await new ProviderBrowser().signIn(address, other.login)
  expectParts((await open(server, wrong, page.cookie)).html, 'could not sign you in')
  expect((await approve()).status).toBe(428)
  const again = await server.request('POST', '/console/confirm', { form, headers })
  const right = providerAddress({ status: 200, headers: again.headers, html: '' })
  const back = await new ProviderBrowser().signIn(right, login)
  expectParts((await open(server, back, page.cookie)).html, 'Decide again within five minutes')
  expect(await server.deps.db.$count(conversions)).toBe(0)
  expect((await approve()).status).toBe(400)
})

test('without the setting, the console offers no provider', async () => {
  const plain = await createTestServer(oidcSettings(provider))
  await runStaff(plain, ['invite', 'dora@staff.example'], { role: 'owner' })
  expect((await open(plain, '/console/sign-in')).html).not.toContain('Example Inc')
  expect((await plain.request('POST', OIDC, { form: {} })).status).toBe(404)
  await plain.stop()
})
