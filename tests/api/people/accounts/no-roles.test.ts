import { expect, test } from 'vitest'
import { addCollection } from '#support/server/links/collections.ts'
import { addLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
const person = await signUp(server)
await addLink(person)
await addCollection(person, 'Lamps')

/** Field names that would reveal roles or permissions of a user. */
const ROLE = /(^|_)(roles?|permissions?|privileges?|admin|staff|superuser|moderator)(_|$)/i

/** Returns the names of all fields of an answer, at any depth. */
function fieldsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(fieldsOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsOf(inner)])
}

const readingRoutes = () =>
  server.app.routes
    .filter(({ method, path }) => method === 'GET' && /^\/v[12]\/[^:]*$/.test(path))
    .map(({ path }) => path)

test('no answer has a field for a role (R-117)', async () => {
  const known = new Set<string>()
  const telling: string[] = []
  for (const path of new Set(readingRoutes())) {
    // oxlint-disable-next-line no-await-in-loop -- one person has few requests at a time
    const answer = await person.send('GET', path)
    if (!answer.headers.get('content-type')?.includes('json')) continue
    // oxlint-disable-next-line no-await-in-loop -- see above
    for (const field of fieldsOf(await answer.json())) {
      known.add(field)
      if (ROLE.test(field)) telling.push(`${path}: ${field}`)
    }
  }
  expect(known.size).toBeGreaterThan(100)
  expect([...known]).toEqual(expect.arrayContaining(['is_creator', 'short_code', 'email']))
  expect(telling).toEqual([])
})

test('a role in a request is not stored (R-117)', async () => {
  const own = { is_creator: true, role: 'admin', is_staff: true }
  await person.send('PATCH', '/v2/my/settings/', own)
  for (const path of ['/v2/my/settings/', '/v1/users/me', '/v1/users/me/settings'])
    // oxlint-disable-next-line no-await-in-loop -- few requests
    expect(fieldsOf(await person.get(path)).filter((f) => ROLE.test(f))).toEqual([])
})
