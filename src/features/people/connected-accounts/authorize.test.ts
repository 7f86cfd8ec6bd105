import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServerSettings } from '#contract/people/session.ts'
import { setEndpointRoot } from '#http/endpoint.ts'
import { NO_IDS } from '#support/window/connected-accounts.ts'
import { authorizeUrl, isSetUp, startConnecting, takeNonce } from './authorize.ts'

const LOGIN: ServerSettings['login'] = {
  ig_app_id: '1001',
  fb_app_id: '2002',
  fb_api_version: 'v24.0',
  ig_authorize_url: 'https://www.instagram.com/oauth/authorize',
  ig_scopes: 'instagram_business_basic',
  fb_authorize_host: null,
}

const assign = vi.fn<(url: string) => void>()
beforeEach(() => {
  vi.stubGlobal('location', {
    origin: 'https://app.example',
    href: 'https://app.example/profile?view=x#old',
    assign,
  })
})
afterEach(() => {
  assign.mockReset()
  setEndpointRoot('')
  sessionStorage.clear()
})

const stateOf = (url: string): unknown => {
  const state = new URL(url).searchParams.get('state') ?? ''
  expect(state).toMatch(/^[\w-]+$/)
  return JSON.parse(Buffer.from(state, 'base64url').toString('utf8'))
}

const HERE = 'https://app.example/profile?nonce=ä'

test('Instagram gets the app’s id, its scopes and our callback (R-368)', () => {
  const url = new URL(authorizeUrl('instagram', LOGIN, HERE))
  expect(url.origin + url.pathname).toBe('https://www.instagram.com/oauth/authorize')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: '1001',
    redirect_uri: 'https://app.example/v2/accounts/connect_with_instagram/callback/',
    response_type: 'code',
    scope: 'instagram_business_basic',
    state: expect.any(String) as string,
  })
})

test('its state is base64url of address and type, and nothing else (R-370)', () => {
  expect(stateOf(authorizeUrl('instagram', LOGIN, HERE))).toEqual({
    redirect_uri: HERE,
    type: 'instagram',
  })
})

test('Facebook gets the version and the id of the server (R-371)', () => {
  const url = new URL(authorizeUrl('facebook', LOGIN, HERE))
  expect(url.origin + url.pathname).toBe('https://www.facebook.com/v24.0/dialog/oauth')
  expect(url.searchParams.get('client_id')).toBe('2002')
  expect(url.searchParams.get('redirect_uri')).toBe(
    'https://app.example/v2/accounts/connect_with_facebook/callback/',
  )
})

test('Facebook is asked for email and public_profile (R-372)', () => {
  const url = new URL(authorizeUrl('facebook', LOGIN, HERE))
  expect(url.searchParams.get('scope')).toBe('email,public_profile')
})

test('its state contains the address and the type facebook (R-374)', () => {
  expect(stateOf(authorizeUrl('facebook', LOGIN, HERE))).toEqual({
    redirect_uri: HERE,
    type: 'facebook',
  })
})

test('the callback is on the host of the API if that is another one', () => {
  setEndpointRoot('https://api.example')
  const url = new URL(authorizeUrl('instagram', LOGIN, HERE))
  expect(url.searchParams.get('redirect_uri')).toMatch(/^https:\/\/api\.example\/v2\//)
})

test('without ids neither can be connected', () => {
  expect([isSetUp('instagram', LOGIN), isSetUp('facebook', LOGIN)]).toEqual([true, true])
  expect([isSetUp('instagram', NO_IDS), isSetUp('facebook', NO_IDS)]).toEqual([false, false])
})

test('a result counts once, and only in the tab that asked (D-34)', () => {
  expect(startConnecting('instagram', LOGIN)).toBe(true)
  const { redirect_uri } = stateOf(assign.mock.calls[0]?.[0] ?? '') as { redirect_uri: string }
  const back = new URL(redirect_uri)
  expect(back.origin + back.pathname).toBe('https://app.example/profile')
  expect([back.searchParams.get('view'), back.hash]).toEqual(['x', ''])
  const nonce = back.searchParams.get('nonce') ?? ''
  expect(nonce.length).toBeGreaterThan(30)
  expect(takeNonce(nonce)).toBe(true)
  expect(takeNonce(nonce)).toBe(false)
  startConnecting('instagram', LOGIN)
  expect(takeNonce('a stranger’s')).toBe(false)
})

test('the onboarding wizard keeps its hash on return', () => {
  startConnecting('instagram', LOGIN, { onboarding: true })
  const { redirect_uri } = stateOf(assign.mock.calls[0]?.[0] ?? '') as { redirect_uri: string }
  expect(new URL(redirect_uri).hash).toBe('#onboarding_connected_ig')
})

test('a browser without storage is not sent to the provider', () => {
  vi.stubGlobal('sessionStorage', {
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
    clear: () => undefined,
  })
  expect(startConnecting('instagram', LOGIN)).toBe(false)
  expect(assign).not.toHaveBeenCalled()
})
