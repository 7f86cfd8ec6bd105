import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '../support/server/people.ts'
import { createTestServer, type TestServer } from '../support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

test('an unknown API path is a 404 with an empty JSON object', async () => {
  const response = await server.request('GET', '/v1/nothing/here')
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({})
})

test('x', async () => {
  const ana = await signUp(server)
  expect((await ana.send('GET', '/v2/my/links/domains/')).status).toBe(200)
})
