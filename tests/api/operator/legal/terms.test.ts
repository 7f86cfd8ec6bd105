import { expect, test } from 'vitest'
import { parseLegalPage } from '../../../../server/platform/config/legal-files.ts'
import { open, SIGN_UP } from '#support/server/hosts/login-pages.ts'
import { addInstantShop, balanceOf, addEarner, redeem } from '#support/server/money/wallet.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer, type TestServer } from '#support/server/test-app.ts'

const words = (text: string) => ({ terms: parseLegalPage('terms', `# Terms\n\n${text}`) })
const TERMS = '/v2/my/terms/'

const first = await startTestServer({ legal: words('Be kind.') })
const second = await startTestServer({ legal: words('Be kind, always.'), sharedServer: first })
const without = await startTestServer({ sharedServer: first })

type Terms = { version: string; url: string; accepted_at: string | null } | null

/** Sends the request to one of the servers, each of which has its own terms. */
async function ask(server: TestServer, { token }: Person, method = 'GET', body?: object) {
  const answer = await server.request(method, TERMS, { token, ...(body && { body }) })
  return { status: answer.status, ...((await answer.json()) as { result: Terms; errors?: object }) }
}
const through = (server: TestServer, person: Person): Person => ({
  ...person,
  send: (method, path, body, headers = {}) =>
    server.request(method, path, {
      token: person.token,
      headers,
      ...(body !== undefined && { body }),
    }),
})

test('a sign-up accepts the current terms, and the form says so', async () => {
  const page = await open(first, SIGN_UP)
  expect(page.html).toContain('By creating an account you accept the <a href="/terms">terms</a>.')
  const { result } = await ask(first, await signUp(first))
  expect(result).toMatchObject({ url: '/terms', accepted_at: expect.any(String) })
  expect((await open(without, SIGN_UP)).html).not.toContain('you accept the')
})

test('new terms must be accepted once, at the next redemption', async () => {
  const ana = await addEarner(first, await addInstantShop(first), 50)
  const now = through(second, ana)
  const known = (await ask(first, ana)).result
  const { result } = await ask(second, ana)
  expect([result?.accepted_at, result?.version === known?.version]).toEqual([null, false])
  const refused = await redeem(now, { value: 10 })
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { terms: ['The terms have changed. Read and accept them first.'] },
  ])
  expect((await balanceOf(now)).available).toBe(50)
  const old = await ask(second, ana, 'POST', { version: known?.version })
  expect([old.status, old.errors]).toEqual([
    400,
    { version: ['The terms have changed. Read them again.'] },
  ])
  const yes = await ask(second, ana, 'POST', { version: result?.version })
  expect(yes.result?.accepted_at).toEqual(expect.any(String))
  expect((await redeem(now, { value: 10 })).status).toBe(201)
  // The acceptance of the earlier terms is kept.
  expect((await ask(first, ana)).result?.accepted_at).toBe(known?.accepted_at)
})

test('without terms a redemption does not ask', async () => {
  const ana = await addEarner(first, await addInstantShop(first), 20)
  expect((await ask(without, ana)).result).toBeNull()
  expect((await redeem(through(without, ana), { value: 10 })).status).toBe(201)
})
