import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../../../server/platform/config/config.ts'

test('without ids there is nothing to connect; hosts and scopes are the providers’ own (D-33)', () => {
  expect(readConfig({}).providers).toEqual({
    instagram: {
      app: null,
      authorizeHost: 'https://www.instagram.com',
      tokenHost: 'https://api.instagram.com',
      apiHost: 'https://graph.instagram.com',
      scopes: 'instagram_business_basic',
    },
    facebook: {
      app: null,
      authorizeHost: 'https://www.facebook.com',
      apiHost: 'https://graph.facebook.com',
      apiVersion: 'v24.0',
    },
  })
})

test('all of it can be configured (D-33)', () => {
  const { instagram, facebook } = readConfig({
    INSTAGRAM_APP_ID: '1',
    INSTAGRAM_APP_SECRET: 's1',
    INSTAGRAM_AUTHORIZE_HOST: 'http://127.0.0.1:9',
    INSTAGRAM_TOKEN_HOST: 'http://127.0.0.1:9/',
    INSTAGRAM_API_HOST: 'http://127.0.0.1:9',
    INSTAGRAM_SCOPES: 'a_b,c',
    FACEBOOK_APP_ID: '2',
    FACEBOOK_APP_SECRET: 's2',
    FACEBOOK_AUTHORIZE_HOST: 'http://127.0.0.1:9',
    FACEBOOK_API_HOST: 'http://127.0.0.1:9/',
    FACEBOOK_API_VERSION: 'v9.1',
  }).providers
  expect(instagram).toEqual({
    app: { id: '1', secret: 's1' },
    authorizeHost: 'http://127.0.0.1:9',
    tokenHost: 'http://127.0.0.1:9',
    apiHost: 'http://127.0.0.1:9',
    scopes: 'a_b,c',
  })
  expect(facebook).toEqual({
    app: { id: '2', secret: 's2' },
    authorizeHost: 'http://127.0.0.1:9',
    apiHost: 'http://127.0.0.1:9',
    apiVersion: 'v9.1',
  })
})

test.each([
  [{ INSTAGRAM_APP_ID: '1' }, 'Set both INSTAGRAM_APP_ID and INSTAGRAM_APP_SECRET, or neither.'],
  [{ FACEBOOK_APP_SECRET: 'hush' }, 'Set both FACEBOOK_APP_ID and FACEBOOK_APP_SECRET'],
  [{ FACEBOOK_APP_ID: 'a b', FACEBOOK_APP_SECRET: 'hush' }, 'FACEBOOK_APP_ID must be the id'],
  [{ FACEBOOK_API_VERSION: '24' }, 'FACEBOOK_API_VERSION must be a version like v24.0, not "24".'],
  [{ INSTAGRAM_SCOPES: 'a b' }, 'INSTAGRAM_SCOPES must be names separated by commas, not "a b".'],
  [{ INSTAGRAM_API_HOST: 'x' }, 'INSTAGRAM_API_HOST must be an origin like'],
])('%j is refused in one line, without the secret', (env, message) => {
  const read = () => readConfig(env)
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(message)
  expect(read).not.toThrow('hush')
})
