import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PUBLIC_CALLS } from '#contract/developers/public-api.ts'
import { SCOPES } from '#contract/developers/scopes.ts'
import { addAssistant } from '#support/server/assistants.ts'
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
  ;({ ana, key, assistant } = await addAssistant(server))
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
      ({ name, scope, call }) =>
        !['uploadLinkPicture', 'reportExtensionAction'].includes(name) &&
        !/\/qr[.-]|\/restore$/.test(call) &&
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
    const rights = { scope: 'links:read links:write', resource: `${origin}/mcp` }
    const { access_token } = await apps.connectApp(ana, app, rights)
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
    const create = async (name: string, args: Record<string, unknown>) =>
      dataOf(await assistant.call(name, args)) as { id: number; uuid: string }
    const account_url = 'https://www.instagram.com/ana.example'
    const social = await create('createSocialLink', { account_url })
    const { uuid: collection } = await create('createCollection', { name: 'Lamps' })
    const rule = { tags: ['wood'], match: 'any', ordering: '-created', limit: 10 }
    const { uuid: smart } = await create('createSmartCollection', { name: 'Wood', rule })
    const parameters = [{ name: 'ref', value: 'story' }]
    const added = await assistant.call('createParameterSet', { name: 'Story', parameters })
    const set = (dataOf(added) as { result: { uuid: string } }).result.uuid
    const done: Record<string, object> = {
      ...EXAMPLE_BODIES,
      getLink: { uuid },
      listLinkChanges: { uuid },
      listPageChanges: { id },
      upsertLink: { external_id: 'sku-2', url: URL_OF_SHOP },
      updateLink: { uuid, name: 'Oak lamp' },
      tagLinks: { uuids: [uuid], tags: ['wood'], mode: 'add' },
      addLinkParameters: { uuids: [uuid], parameters: [{ name: 'ref', value: 'ana' }] },
      getParameterSet: { uuid: set },
      updateParameterSet: { uuid: set, name: 'Bio' },
      deleteParameterSet: { uuid: set },
      cloneLink: { uuid },
      tryLink: { uuid, country: 'DE' },
      readLinkPage: { uuid },
      createCollection: { name: 'Candles' },
      getCollection: { uuid: collection },
      listCollectionChanges: { uuid: collection },
      listCollectionLinks: { uuid: collection },
      updateCollection: { uuid: collection, name: 'All lamps' },
      updateSmartCollection: { uuid: smart, name: 'Oak' },
      createSmartCollection: { name: 'Elm', rule: { ...rule, tags: ['elm'] } },
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
      updateSocialLink: { id: social.id, account_url: 'https://www.instagram.com/ana.other' },
      deleteSocialLink: { id: social.id },
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
    const invalid = 'This value is not valid.'
    const url = URL_OF_SHOP
    for (const [name, args, argument, error] of [
      ['createLink', {}, 'url', 'This field is required.'],
      ['createLink', { url, title: 'x' }, 'title', 'This argument does not exist.'],
      ['getLink', {}, 'uuid', 'This argument is required.'],
      ['getLink', { uuid: '../../v1/users/me' }, 'uuid', invalid],
      ['getLink', { uuid: 'domains' }, 'uuid', invalid],
      ['updateSection', { id: 'order' }, 'id', invalid],
      ['upsertLink', { external_id: '..', url }, 'external_id', invalid],
      ['getPage', { dry_run: true }, 'dry_run', invalid],
    ] as const) {
      const { isError, text } = await assistant.call(name, args)
      const expected = { status: 400, errors: { [argument]: [error] } }
      expect([isError, JSON.parse(text)]).toEqual([true, expected])
    }
  })

  test('reach only the account of their user', async () => {
    const { uuid } = await addLink(await signUp(server), URL_OF_SHOP)
    const { isError, text } = await assistant.call('getLink', { uuid })
    expect([isError, text]).toEqual([true, '{"status":404,"errors":{}}'])
  })
})

describe('access', () => {
  test('without or with a wrong key names the place where to sign in', async () => {
    const where = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`
    const challenge = async (headers: Record<string, string>) => {
      const answer = await post(headers)
      return [answer.status, answer.headers.get('WWW-Authenticate')]
    }
    expect(await challenge({})).toEqual([401, `Bearer ${where}`])
    const expected = [401, `Bearer error="invalid_token", ${where}`]
    expect(await challenge({ Authorization: 'Bearer split-access_x' })).toEqual(expected)
    expect((await post({ 'X-API-TOKEN': ana.token })).status).toBe(401)
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
