import { createConfig, lintFromString } from '@redocly/openapi-core'
import createClient from 'openapi-fetch'
import { describe, expect, test } from 'vitest'
import { addKey } from '#support/server/api-keys.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })

test('Redocly has no complaint about the reference', async () => {
  const answer = await server.request('GET', '/openapi.json')
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // Ids are UUIDs and numbers, so that `/collections/regular/{uuid}` is no `{uuid}/links`.
      'no-ambiguous-paths': 'off',
      // The program has no public licence.
      'info-license': 'off',
      // The server of this test is on this machine.
      'no-server-example.com': 'off',
    },
  })
  const problems = await lintFromString({
    source: await answer.text(),
    absoluteRef: 'openapi.json',
    config,
  })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

describe('openapi-fetch', () => {
  const connect = async () => {
    const { key } = await addKey(await signUp(server))
    return createClient<Paths>({
      baseUrl: server.origin ?? '',
      headers: { Authorization: `Bearer ${key}` },
    })
  }
  // openapi-typescript, which writes these types, needs an older TypeScript than ours.
  type Json<Value> = { content: { 'application/json': Value } }
  type Call<Parameters = object> = {
    parameters: Parameters
    requestBody: Json<object>
    responses: { 200: Json<object>; default: Json<{ errors: object }> }
  }
  type Paths = {
    '/v2/my/links': { post: Call }
    '/v2/my/links/search': { post: Call }
    '/v2/my/links/by-external-id/{external_id}': {
      put: Call<{ path: { external_id: string } }>
    }
  }

  test('creates, changes and finds a link', async () => {
    const client = await connect()
    const params = { path: { external_id: 'sku/7 ü' } }
    const call = '/v2/my/links/by-external-id/{external_id}'
    const body = { url: 'https://shop.example/lamp', name: 'Oak lamp' }
    const created = await client.PUT(call, { params, body })
    const changed = await client.PUT(call, { params, body: { ...body, name: 'Pine lamp' } })
    const found = await client.POST('/v2/my/links/search', { body: { q: 'pine' } })
    expect([created.response.status, changed.response.status]).toEqual([201, 200])
    expect(found.data).toMatchObject({ count: 1, results: [{ name: 'Pine lamp' }] })
  })

  test('returns the error of a field', async () => {
    const client = await connect()
    const body = { url: 'https://shop.example/', nmae: 'Lamp' }
    const { error, response } = await client.POST('/v2/my/links', { body })
    expect(response.status).toBe(400)
    expect(error).toEqual({ errors: { nmae: [expect.any(String)] } })
  })
})
