import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUILT_CALLS, PENDING_CALLS, type ApiCall } from '#support/server/api-table.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

/** One route that answers several calls of the table. */
const ROUTES: Record<string, string[]> = {
  'POST /v1/uploader/upload/{}': ['link_preview', 'split_post', 'split_page', 'profile'].map(
    (kind) => `POST /v1/uploader/upload/${kind}`,
  ),
  'GET /exports/{}/{}': ['GET /exports/{}/{}.csv'],
  'GET /w/{}': ['GET /w/{}', 'GET /w/{}.js'],
}

/** What a parameter is called does not matter. */
const shapeOf = (call: string) => call.replace(/\{[^}/]*\}/g, '{}')

function served(): string[] {
  const calls = server.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:\w+(\{[^}]*\})?/g, '{}')}`)
  return [...new Set(calls.flatMap((call) => ROUTES[call] ?? [call]))].sort()
}

const shapes = (calls: ApiCall[]) => calls.map(({ call }) => shapeOf(call)).sort()

/** Calls of our own: each has its line in the documents, or nobody knows of it. */
function additions(): string[] {
  const page = readFileSync('docs/api-additions.md', 'utf8')
  return [...page.matchAll(/^\| ([A-Z, ]+?) +\| (`\/[^|]*?) +\|/gm)].flatMap(
    ([, methods = '', paths = '']) =>
      methods.split(', ').flatMap((method) =>
        [...paths.matchAll(/`([^`?]+)[^`]*`/g)].map(([, path = '']) => {
          return shapeOf(`${method} ${path.replace(/(.)\/$/, '$1')}`)
        }),
      ),
  )
}

test('every call of the table is served, or listed as pending (R-137)', () => {
  const known = new Set(served())
  expect(BUILT_CALLS.filter(({ call }) => !known.has(shapeOf(call)))).toEqual([])
})

test('what is listed as pending is not served: its line goes with the commit that builds it', () => {
  const known = new Set(served())
  expect(PENDING_CALLS.filter(({ call }) => known.has(shapeOf(call)))).toEqual([])
  expect(PENDING_CALLS.length).toBeLessThanOrEqual(75)
})

test('what is pending answers a signed-in person 404', async () => {
  const { token } = await signUp(server)
  for (const { call } of PENDING_CALLS) {
    const [method = '', path = ''] = call.split(' ')
    if (!/^\/v[12]\//.test(path)) continue
    const answer = await server.request(method, path.replace(/\{[^}]*\}/g, '7'), { token })
    expect({ call, status: answer.status }).toEqual({ call, status: 404 })
  }
})

test('nothing else is served but what docs/api-additions.md tells of (R-137)', () => {
  const known = new Set(shapes(BUILT_CALLS))
  const others = served().filter((call) => !known.has(call))
  expect(others).toEqual(additions().sort())
})
