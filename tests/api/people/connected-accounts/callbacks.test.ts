import { describe, expect, test } from 'vitest'
import type { FieldErrors } from '#contract/common.ts'
import { callbackPath } from '#contract/people/connected-accounts.ts'
import { startTestServer } from '#support/server/test-app.ts'

const APP = 'http://localhost:8080'

const server = await startTestServer()

const toState = (state: unknown) => Buffer.from(JSON.stringify(state)).toString('base64url')

const ask = (type: 'instagram' | 'facebook', query: Record<string, string>) =>
  server.request('GET', `${callbackPath(type)}?${new URLSearchParams(query).toString()}`)

async function refusal(type: 'instagram' | 'facebook', query: Record<string, string>) {
  const response = await ask(type, query)
  const { errors } = (await response.json()) as { errors?: FieldErrors }
  return [response.status, ...Object.keys(errors ?? {})]
}

describe.each(['instagram', 'facebook'] as const)('the callback of %s', (type) => {
  const back = `${APP}/profile?nonce=n1&view=x#onboarding_connected_ig`
  const state = toState({ redirect_uri: back, type })

  test('leads back with code and type, and keeps query and hash of the page', async () => {
    const response = await ask(type, { code: 'a b&c', state })
    expect(response.status).toBe(302)
    const to = new URL(response.headers.get('location') ?? '')
    expect(to.origin + to.pathname + to.hash).toBe(`${APP}/profile#onboarding_connected_ig`)
    const expected = { nonce: 'n1', view: 'x', code: 'a b&c', type }
    expect(Object.fromEntries(to.searchParams)).toEqual(expected)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('leads back with the reason for a refusal', async () => {
    const response = await ask(type, { error: 'access_denied', state })
    expect(response.status).toBe(302)
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['access_denied', null])
  })

  test.each([
    'https://evil.example/profile',
    'http://localhost:8080.evil.example/',
    'http://ana@localhost:8080/',
    '//evil.example/',
    'http:\\\\evil.example',
    'javascript:alert(1)',
    `${APP}/s/lamp`,
    `${APP}/v2/my/links/`,
  ])('does not redirect to %s', async (redirect_uri) => {
    const query = { code: 'x', state: toState({ redirect_uri, type }) }
    expect(await refusal(type, query)).toEqual([400, 'redirect_uri'])
  })

  test.each([
    ['none', ''],
    ['no base64url', '{"redirect_uri":"/"}'],
    ['no JSON', Buffer.from('x').toString('base64url')],
    ['a list', toState([back, type])],
    ['no type', toState({ redirect_uri: back })],
    ['no address', toState({ type })],
    ['another type', toState({ redirect_uri: back, type: 'other' })],
    ['more than the two', toState({ redirect_uri: back, type, more: 1 })],
  ])('refuses a state that is %s', async (_, wrong) => {
    expect(await refusal(type, { code: 'x', state: wrong })).toEqual([400, 'state'])
  })

  test('refuses the state of the other provider', async () => {
    const other = type === 'instagram' ? 'facebook' : 'instagram'
    const query = { code: 'x', state: toState({ redirect_uri: back, type: other }) }
    expect(await refusal(type, query)).toEqual([400, 'state'])
  })

  test('refuses a request without code and reason', async () => {
    expect(await refusal(type, { state })).toEqual([400, 'code'])
  })
})

test('Instagram returns to the start host only (R-369, A-083)', async () => {
  const state = toState({ redirect_uri: `${APP}/profile`, type: 'instagram' })
  const response = await ask('instagram', { code: 'c1', state })
  expect(response.headers.get('location')).toBe(`${APP}/profile?code=c1&type=instagram`)
  const foreign = toState({ redirect_uri: 'https://evil.example/', type: 'instagram' })
  expect(await refusal('instagram', { code: 'c1', state: foreign })).toEqual([400, 'redirect_uri'])
})

test('Facebook does too (R-373, A-084)', async () => {
  const state = toState({ redirect_uri: `${APP}/profile`, type: 'facebook' })
  const response = await ask('facebook', { code: 'c1', state })
  expect(response.headers.get('location')).toBe(`${APP}/profile?code=c1&type=facebook`)
  const foreign = toState({ redirect_uri: 'https://evil.example/', type: 'facebook' })
  expect(await refusal('facebook', { code: 'c1', state: foreign })).toEqual([400, 'redirect_uri'])
})
