import { afterAll, beforeAll, expect, test } from 'vitest'
import { authToken, location, open, SIGN_UP } from '../support/server/login-pages.ts'
import { newEmail, PASSWORD, signIn, signUp } from '../support/server/people.ts'
import { createTestServer, type TestServer } from '../support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const ORIGIN = 'http://localhost:8080'

test('a stranger signs up and lands in the app with a one-time token (R-092)', async () => {
  const page = await open(server, SIGN_UP)
  expect(page.status).toBe(200)
  const done = await page.submit({ email: newEmail(), password: PASSWORD })
  expect(location(done).origin + location(done).pathname).toBe(`${ORIGIN}/`)
  expect(authToken(done)).toMatch(/^[\w-]{43}$/)
})

test('who signed up can sign in again and is the same person (R-093)', async () => {
  const ana = await signUp(server)
  expect((await signIn(server, ana)).uuid).toBe(ana.uuid)
})
