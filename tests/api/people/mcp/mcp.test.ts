import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PUBLIC_CALLS } from '#contract/developers/public-api.ts'
import { SCOPES } from '#contract/developers/scopes.ts'
import { addKey } from '#support/server/api-keys.ts'
import { connectAssistant, type Assistant, type Called } from '#support/server/mcp.ts'
import { addLink } from '#support/server/links.ts'
import * as apps from '#support/server/oauth.ts'
import { addPage, addSection, listSections } from '#support/server/page/pages.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { EXAMPLE_BODIES } from '../../../../server/people/api-keys/reference/examples.ts'

const server = await startTestServer({ listen: true })
const origin = server.origin ?? ''

let ana: Person
let key: string
let assistant: Assistant
beforeEach(async () => {
  ana = await signUp(server)
  key = (await addKey(ana)).key
  assistant = await connectAssistant(server, key)
})
afterEach(() => void vi.useRealTimers())

const URL_OF_SHOP = 'http://127.0.0.1:9/lamp'
const dataOf = ({ structured }: Called) => structured.untrusted_data
const addHiddenSection = () => addSection(ana, { title: 'New', text: 'Hello', is_visible: false })
const sectionIds = async () => (await listSections(ana)).results.map(({ id }) => id)
const post = (headers: Record<string, string>, body: unknown = {}) =>
  server.request('POST', '/mcp', { headers, body })

describe('the tools', () => {
  test('are at least 25, one per public call, with descriptions and schemas', () => {
    const { tools } = assistant
    expect(tools.length).toBeGreaterThanOrEqual(25)
    const expected = PUBLIC_CALLS.filter(
      ({ name, scope }) =>
        !['uploadLinkPicture', 'reportExtensionAction'].includes(name) &&
        !scope.startsWith('webhooks:'),
    )
    expect(tools.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
    for (const { description, inputSchema, outputSchema, annotations } of tools) {
      expect(description?.length).toBeGreaterThan(5)
      expect(inputSchema.type).toBe('object')
      expect(outputSchema?.type).toBe('object')
      expect(annotations?.readOnlyHint).toBe(!inputSchema.properties?.['dry_run'])
    }
  })

  test.each(SCOPES.filter((scope) => !scope.startsWith('webhooks:')))(
    'with %s alone are only its own, and others do not exist',
    async (scope) => {
      const limited = await connectAssistant(server, (await addKey(ana, { scopes: [scope] })).key)
      const scopes = limited.tools.map(
        ({ name }) => PUBLIC_CALLS.find((call) => call.name === name)?.scope,
      )
      expect(new Set(scopes)).toEqual(new Set([scope]))
      const other = PUBLIC_CALLS.find((call) => call.scope !== scope)?.name ?? ''
      await expect(limited.call(other)).rejects.toThrow('There is no such tool.')
    },
  )

  test('work with the token of a connected app', async () => {
    const app = await apps.registerApp(server)
    const { access_token } = await apps.connectApp(ana, app, {
      scope: 'links:read links:write',
      resource: `${origin}/mcp`,
    })
    const connected = await connectAssistant(server, access_token)
    expect(connected.tools.map(({ name }) => name)).toContain('createLink')
    expect(connected.tools.map(({ name }) => name)).not.toContain('getPage')
    const made = await connected.call('createLink', { url: URL_OF_SHOP })
    expect(made.structured.untrusted_data).toMatchObject({ result: { url: URL_OF_SHOP } })
  })

  test('make the same calls as the API, with answers that match their schemas', async () => {
    const { uuid } = await addLink(ana, URL_OF_SHOP)
    const { id } = await addPage(ana, { title: 'Ana' })
    const section = await addHiddenSection()
    const social = await assistant.call('createSocialLink', {
      account_url: 'https://www.instagram.com/ana.example',
    })
    const collection = (
      dataOf(await assistant.call('createCollection', { name: 'Lamps' })) as { uuid: string }
    ).uuid
    const smart = (
      dataOf(
        await assistant.call('createSmartCollection', {
          name: 'Wood',
          rule: { tags: ['wood'], match: 'any', ordering: '-created', limit: 10 },
        }),
      ) as { uuid: string }
    ).uuid
    const done: Record<string, object> = {
      ...EXAMPLE_BODIES,
      getLink: { uuid },
      upsertLink: { external_id: 'sku-2', url: URL_OF_SHOP },
      updateLink: { uuid, name: 'Oak lamp' },
      tagLinks: { uuids: [uuid], tags: ['wood'], mode: 'add' },
      cloneLink: { uuid },
      tryLink: { uuid, country: 'DE' },
      readLinkPage: { uuid },
      createCollection: { name: 'Candles' },
      getCollection: { uuid: collection },
      listCollectionLinks: { uuid: collection },
      updateCollection: { uuid: collection, name: 'All lamps' },
      updateSmartCollection: { uuid: smart, name: 'Oak' },
      createSmartCollection: {
        name: 'Elm',
        rule: { tags: ['elm'], match: 'any', ordering: '-created', limit: 10 },
      },
      orderCollections: { uuids: [smart, collection] },
      addToCollection: { uuid: collection, uuids: [uuid] },
      orderCollectionLinks: { uuid: collection, uuids: [uuid] },
      removeFromCollection: { uuid: collection, uuids: [uuid] },
      deleteCollection: { uuid: collection },
      getSection: { id: section.id },
      getEarning: { id: 4711 },
      getStatement: { year: 2026 },
      updatePage: { id, title: 'Ana Example' },
      createSection: { type: 'text', text: 'x', is_visible: false },
      updateSection: { id: section.id, title: 'Newer' },
      createSocialLink: { account_url: 'https://www.youtube.com/@ana.example' },
      updateSocialLink: {
        id: (dataOf(social) as { id: number }).id,
        account_url: 'https://www.instagram.com/ana.other',
      },
      deleteSocialLink: { id: (dataOf(social) as { id: number }).id },
      deleteSection: { id: section.id },
    }
    const late = ['orderSections', 'deleteCollection', 'deleteSection', 'deleteSocialLink']
    const names = assistant.tools.map(({ name }) => name).filter((name) => !late.includes(name))
    for (const name of [...names, ...late]) {
      // Other tools have added sections before.
      const ids = name === 'orderSections' && { ids: await sectionIds() }
      const { isError, text } = await assistant.call(name, { ...done[name], ...ids })
      // Ana has no earnings.
      const failure = name === 'getEarning' ? '{"status":404,"errors":{}}' : ''
      expect([name, isError ? text : '']).toEqual([name, failure])
    }
  })

  test('return errors by argument', async () => {
    for (const [name, args, errors] of [
      ['createLink', {}, { url: ['This field is required.'] }],
      [
        'createLink',
        { url: URL_OF_SHOP, title: 'x' },
        { title: ['This argument does not exist.'] },
      ],
      ['getLink', {}, { uuid: ['This argument is required.'] }],
      ['getLink', { uuid: '../../v1/users/me' }, { uuid: ['This value is not valid.'] }],
      ['getLink', { uuid: 'domains' }, { uuid: ['This value is not valid.'] }],
      ['updateSection', { id: 'order' }, { id: ['This value is not valid.'] }],
      [
        'upsertLink',
        { external_id: '..', url: URL_OF_SHOP },
        { external_id: ['This value is not valid.'] },
      ],
      ['getPage', { dry_run: true }, { dry_run: ['This value is not valid.'] }],
    ] as const) {
      const { isError, text } = await assistant.call(name, args)
      expect([isError, JSON.parse(text)]).toEqual([true, { status: 400, errors }])
    }
  })

  test('reach only the account of their user', async () => {
    const ben = await signUp(server)
    const made = await ben.send('POST', '/v2/my/links/', { url: URL_OF_SHOP })
    const { result } = (await made.json()) as { result: { uuid: string } }
    const { isError, text } = await assistant.call('getLink', { uuid: result.uuid })
    expect([isError, text]).toEqual([true, '{"status":404,"errors":{}}'])
  })
})

describe('access', () => {
  test('without or with a wrong key names the place where to sign in', async () => {
    const where = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`
    const none = await post({})
    expect([none.status, none.headers.get('WWW-Authenticate')]).toEqual([401, `Bearer ${where}`])
    const wrong = await post({ Authorization: 'Bearer split-access_x' })
    expect([wrong.status, wrong.headers.get('WWW-Authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", ${where}`,
    ])
    const session = await post({ 'X-API-TOKEN': ana.token })
    expect(session.status).toBe(401)
  })

  test('from a page of another site is refused', async () => {
    const headers = { Authorization: `Bearer ${key}`, Origin: 'https://evil.example' }
    expect((await post(headers)).status).toBe(403)
  })

  test('with a large body, a body that is not JSON or another method is refused', async () => {
    const headers = {
      Authorization: `Bearer ${key}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
    }
    expect((await post(headers, { x: 'x'.repeat(300_000) })).status).toBe(413)
    const broken = await fetch(`${origin}/mcp`, { method: 'POST', headers, body: '{' })
    expect(broken.status).toBe(400)
    for (const method of ['GET', 'DELETE'])
      expect((await fetch(`${origin}/mcp`, { method, headers })).status).toBe(405)
  })

  test('with a key in the address revokes the key', async () => {
    expect((await server.request('POST', `/mcp?key=${key}`, { body: {} })).status).toBe(401)
    expect((await post({ Authorization: `Bearer ${key}` })).status).toBe(401)
  })
})
