import { expect, test } from 'vitest'
import type { ApiCalls } from '#contract/developers/api-calls.ts'
import { MAX_LISTED_CALLS } from '#contract/developers/api-calls.ts'
import { deleteOldCalls } from '../../../../server/people/api-keys/calls/read-calls.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { addAssistant } from '#support/server/assistants.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })

const callsOf = async (person: Person, id: string) => {
  const response = await person.send('GET', `/v2/my/api-keys/${id}/calls/`)
  expect(response.status).toBe(200)
  return ((await response.json()) as ApiCalls).results
}

test('the owner sees the latest calls of a key, also refused ones, newest first', async () => {
  const ana = await signUp(server)
  const { id, key } = await addKey(ana, { scopes: ['links:read'] })
  expect(await callsOf(ana, id)).toEqual([])
  const caller = withKey(server, key)
  await caller('POST', '/v2/my/links/search', {})
  const refused = await caller('POST', '/v2/my/links/', { url: 'https://shop.example/lamp' })
  await caller('GET', '/v2/my/links/3f1c1d6e-0000-4000-8000-000000000001/')
  await caller('GET', '/v2/my/api-keys/')
  const calls = await callsOf(ana, id)
  expect(calls.map(({ call, status }) => `${status} ${call}`)).toEqual([
    '403 GET /v2/my/api-keys',
    '404 GET /v2/my/links/{uuid}',
    '403 POST /v2/my/links',
    '200 POST /v2/my/links/search',
  ])
  expect(calls[2]?.request_id).toBe(refused.headers.get('X-Request-Id'))
  expect(JSON.stringify(calls)).not.toContain(key)
})

test('calls of the app are not logged, and a key of another user is not found', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  const { id } = await addKey(ana)
  await ana.send('POST', '/v2/my/links/search', {})
  expect(await callsOf(ana, id)).toEqual([])
  for (const path of [`/v2/my/api-keys/${id}/calls/`, '/v2/my/api-keys/none/calls/'])
    expect((await ben.send('GET', path)).status, path).toBe(404)
  expect((await ben.send('GET', '/v2/my/connected-apps/none/calls/')).status).toBe(404)
})

test('tools of an assistant are logged as the calls that they make', async () => {
  const { ana, key, assistant } = await addAssistant(server)
  await assistant.call('searchLinks', {})
  const [id = ''] = /(?<=split_)[^_]+/.exec(key) ?? []
  expect((await callsOf(ana, id)).map(({ call }) => call)).toContain('POST /v2/my/links/search')
})

test('calls of a week ago and beyond the latest hundred are deleted', async () => {
  const ana = await signUp(server)
  const { id } = await addKey(ana)
  await server.deps.sql`
    insert into api_calls (user_id, caller, at, call, status, request_id)
    select ${ana.uuid}::uuid, ${id}, now() - make_interval(mins => n), 'GET /' || n, 200, n::text
    from generate_series(${MAX_LISTED_CALLS + 10}::int, 1, -1) as n
    union all select ${ana.uuid}::uuid, ${id}, now() - interval '8 days', 'GET /old', 200, 'old'`
  await deleteOldCalls(server.deps.db)
  const left = await server.deps
    .sql`select call from api_calls where caller = ${id} order by at desc`
  expect(left).toHaveLength(MAX_LISTED_CALLS)
  expect(left[0]).toEqual({ call: 'GET /1' })
})
