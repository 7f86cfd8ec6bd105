import { describe, expect, test } from 'vitest'
import { PUBLIC_ANSWERS } from '#contract/developers/answers.ts'
import { PUBLIC_CALLS } from '#contract/developers/public-api.ts'
import { WEBHOOK_EVENTS } from '#contract/developers/webhooks.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import {
  EXAMPLE_BODIES,
  examplePath,
} from '../../../../server/people/api-keys/reference/examples.ts'
import { expectParts } from '#support/expect-parts.ts'

type Document = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, EventCall>
}
type EventCall = {
  post: {
    requestBody: {
      content: { 'application/json': { schema: { properties: Record<string, object> } } }
    }
  }
}
type Operation = {
  operationId: string
  description: string
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> }
  responses: Record<string, unknown>
}

const server = await startTestServer()
const document = (await (await server.request('GET', '/openapi.json')).json()) as Document

const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods))
const operation = (name: string) => operations().find((one) => one.operationId === name)

describe('openapi.json', () => {
  test('describes each public call once, with its permission', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: server.deps.config.appOrigin }])
    expect(operations().map(({ operationId }) => operationId)).toHaveLength(PUBLIC_CALLS.length)
    for (const { name, scope } of PUBLIC_CALLS)
      expect(operation(name)?.description, name).toContain(`\`${scope}\``)
  })

  test('describes each event of webhooks with its data', () => {
    expect(Object.keys(document.webhooks)).toEqual([...WEBHOOK_EVENTS])
    const schema =
      document.webhooks['link.ended']?.post.requestBody.content['application/json'].schema
    expect(schema?.properties).toMatchObject({
      type: { const: 'link.ended' },
      data: { properties: { reason: { enum: ['expired', 'used_up', 'blocked'] } } },
    })
  })

  test('has an answer for each call', () => {
    expect(Object.keys(PUBLIC_ANSWERS).sort()).toEqual(PUBLIC_CALLS.map(({ name }) => name).sort())
  })

  test('names the fields that a call accepts, with their limits', () => {
    const body = operation('createLink')?.requestBody?.content['application/json']?.schema
    expect(body?.properties).toMatchObject({
      url: { type: 'string', maxLength: 2000 },
      tags: { type: 'array', maxItems: 50, items: { type: 'string', maxLength: 50 } },
      external_id: { anyOf: [{ type: 'string', maxLength: 200 }, { type: 'null' }] },
    })
    const parameters = operation('getLink')?.parameters
    expect(parameters).toContainEqual({
      name: 'uuid',
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    })
  })

  test('every write with a body describes it', () => {
    const writes = PUBLIC_CALLS.filter(({ call }) => /^(POST|PUT|PATCH) /.test(call))
    const without = writes.filter(({ name }) => !operation(name)?.requestBody)
    expect(without.map(({ name }) => name)).toEqual([
      'cloneLink',
      'readLinkPage',
      'replaceWebhookSecret',
      'testWebhook',
      'resendWebhookDelivery',
    ])
  })
})

describe('the examples', () => {
  test.each(Object.entries(EXAMPLE_BODIES))('the body of %s is accepted', async (name, body) => {
    const call = PUBLIC_CALLS.find((one) => one.name === name)
    if (!call) throw new Error('no such call')
    const { key } = await addKey(await signUp(server))
    const answer = await withKey(server, key)(
      call.call.split(' ')[0] ?? '',
      examplePath(call),
      body,
    )
    // The ids of the examples belong to nobody, which is found out after the body is validated.
    const { errors = {} } = answer.status === 400 ? ((await answer.json()) as Errors) : {}
    expect([answer.status < 500, Object.keys(errors).filter((field) => !IDS.has(field))]).toEqual([
      true,
      [],
    ])
  })

  type Errors = { errors?: object }
  const IDS = new Set(['uuids', 'ids', 'collections', 'tags'])
})

describe('/developers', () => {
  test('shows each call with an example to copy, and loads nothing from elsewhere', async () => {
    const answer = await server.request('GET', '/developers')
    const page = await answer.text()
    expect(answer.status).toBe(200)
    for (const { name, summary } of PUBLIC_CALLS) expectParts(page, `id="${name}"`, summary)
    expect(page).toContain('Authorization: Bearer $SPLIT_KEY')
    expect(page).toContain(`${server.deps.config.appOrigin}/mcp`)
    const origins = [...page.matchAll(/(?:src|href)="(https?:\/\/[^/"]+)/g)].map(([, o]) => o)
    expect(origins).toEqual([])
    expect(page).not.toContain('<script')
  })

  test('serves its style sheet', async () => {
    const page = await (await server.request('GET', '/developers')).text()
    const [, sheet = ''] = /href="(\/developers\/assets\/[^"]+)"/.exec(page) ?? []
    const answer = await server.request('GET', sheet)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
      200,
      'text/css; charset=utf-8',
    ])
  })
})
