import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { API_CALLS } from '#support/server/api-table.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

/** Routes that answer several calls of the table. */
const ROUTES: Record<string, string[]> = {
  'POST /v1/uploader/upload/{}': ['link_preview', 'split_post', 'split_page', 'profile'].map(
    (kind) => `POST /v1/uploader/upload/${kind}`,
  ),
  'GET /exports/{}/{}': ['GET /exports/{}/{}.csv'],
  'GET /w/{}': ['GET /w/{}', 'GET /w/{}.js'],
}

/** Removes the names of parameters. */
const shapeOf = (call: string) => call.replace(/\{[^}/]*\}/g, '{}')

/** Returns the calls that the server answers. */
function servedCalls(): string[] {
  const calls = server.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:\w+(\{[^}]*\})?/g, '{}')}`)
  return [...new Set(calls.flatMap((call) => ROUTES[call] ?? [call]))].sort()
}

/** Returns the calls that docs/api.md lists, which are those beyond the specification. */
function documentedCalls(): string[] {
  const page = readFileSync('docs/api.md', 'utf8')
  return [...page.matchAll(/^\| ([A-Z, ]+?) +\| (`\/[^|]*?) +\|/gm)].flatMap(
    ([, methods = '', paths = '']) =>
      methods.split(', ').flatMap((method) =>
        [...paths.matchAll(/`([^`?]+)[^`]*`/g)].map(([, path = '']) => {
          return shapeOf(`${method} ${path.replace(/(.)\/$/, '$1')}`)
        }),
      ),
  )
}

test('the server answers every call of the table (R-137)', () => {
  const known = new Set(servedCalls())
  expect(API_CALLS.length).toBeGreaterThan(100)
  expect(API_CALLS.filter(({ call }) => !known.has(shapeOf(call)))).toEqual([])
})

test('only the calls of docs/api.md are served (R-137)', () => {
  const known = new Set(API_CALLS.map(({ call }) => shapeOf(call)))
  expect(servedCalls().filter((call) => !known.has(call))).toEqual(documentedCalls().sort())
})
