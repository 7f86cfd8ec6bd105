import { expect, test } from 'vitest'
import {
  DESK_ROLES,
  DESK_ROUTES,
  rolesOf,
} from '../../../../server/partners/desk/people/permissions.ts'
import type { DeskRole } from '../../../../server/platform/db/schema.ts'
import { deskPaths, idsOf, submitAllForms } from '#support/server/desk-addresses.ts'
import { addCreator } from '#support/server/desk-market.ts'
import { addDeskPerson, enterWith, linkFor } from '#support/server/desk.ts'
import { addShop } from '#support/server/money/conversions.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const { sql } = server.deps

/** Creates a brand with all that the desk shows, and signs in a person with this role. */
async function enterAs(role: DeskRole) {
  const shop = await addShop(server)
  const ids = idsOf(await addCreator(server, shop))
  const person = await addDeskPerson(server, shop.id, { email: 'ana@oak.example', role })
  return { shop, ids, person: await enterWith(server, await linkFor(server, person)) }
}

test('every route of the signed-in desk has a permission', () => {
  const routes = server.app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/desk(\/|$)/.test(path))
    .filter(({ path }) => !/\/assets\/|\/sign-in|\/apply/.test(path))
    .map(({ method, path }) => `${method} ${path}`)
  expect([...new Set(routes)].toSorted()).toEqual(Object.keys(DESK_ROUTES).toSorted())
})

test.each(DESK_ROLES)('a person with the role %s can do what the table says', async (role) => {
  const { shop, ids, person } = await enterAs(role)
  const refused = new Set<string>()
  for (const path of deskPaths(server, 'GET', ids))
    if ((await person.get(path)).status === 403) refused.add(`GET ${path}`)
  const before = await sql`select count(*)::int as count from desk_changes
    where brand_id = ${shop.id}`
  for (const { path, status } of await submitAllForms(server, person, { ids }))
    if (status === 403) refused.add(path)
  const expected = (['GET', 'POST'] as const).flatMap((method) =>
    deskPaths(server, method, ids)
      .filter((path) => !isAllowed(role, method, path))
      .map((path) => `${method} ${path}`),
  )
  expect([...refused].toSorted()).toEqual(expected.toSorted())
  const after = await sql`select count(*)::int as count from desk_changes
    where brand_id = ${shop.id}`
  // A viewer changes nothing that the log would name.
  expect(isSame(before, after)).toBe(role === 'viewer')
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns whether the table allows a path, by comparing it with each pattern. */
function isAllowed(role: DeskRole, method: string, path: string): boolean {
  const patterns = (Object.keys(DESK_ROUTES) as (keyof typeof DESK_ROUTES)[]).filter((route) => {
    const [verb, pattern = ''] = route.split(' ')
    return verb === method && new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path)
  })
  // A pattern without a parameter is the one that answers.
  const [exact] = patterns.toSorted((one, other) => one.split(':').length - other.split(':').length)
  return exact !== undefined && rolesOf(exact).includes(role)
}

test.each(DESK_ROLES)(
  'a person with the role %s sees only links and buttons that work',
  async (role) => {
    const { ids, person } = await enterAs(role)
    let count = 0
    for (const path of deskPaths(server, 'GET', ids).filter((each) =>
      isAllowed(role, 'GET', each),
    )) {
      const { html } = await person.get(path)
      const offered = [
        ...[...html.matchAll(/href="(\/desk\/[^"?#]*)/g)].map(
          ([, to = '']) => ['GET', to] as const,
        ),
        ...[...html.matchAll(/action="(\/desk\/[^"?#]*)/g)].map(
          ([, to = '']) => ['POST', to] as const,
        ),
      ].filter(([, to]) => !to.startsWith('/desk/assets/'))
      count += offered.length
      for (const [method, to] of offered)
        expect({ path, method, to, works: isAllowed(role, method, to) }).toEqual({
          path,
          method,
          to,
          works: true,
        })
    }
    expect(count).toBeGreaterThan(20)
  },
)
