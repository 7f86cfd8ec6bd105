import { expect, test } from 'vitest'
import { isSameKey, keyBytes, pushBrowser } from './push-keys.ts'

const CHROME = 'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

test.each([
  [CHROME, 'CHROME'],
  ['Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0', 'FIREFOX'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1 FxiOS/140.0 Mobile Safari/605.1', 'FIREFOX'],
  [`${CHROME} Edg/140.0`, 'CHROME'],
])('%s is %s (R-472, R-609)', (userAgent, name) => {
  expect(pushBrowser(userAgent)).toBe(name)
})

const subscriptionFor = (key: string | null) =>
  ({ options: { applicationServerKey: key && keyBytes(key).buffer } }) as PushSubscription

test('a subscription made for another key is recognized (offline 17)', () => {
  expect(isSameKey(subscriptionFor('BAA-_w'), 'BAA-_w')).toBe(true)
  expect(isSameKey(subscriptionFor('BAA-_w'), 'BAA-_g')).toBe(false)
  expect(isSameKey(subscriptionFor('BAA-_w'), 'BAA-_w8')).toBe(false)
  expect(isSameKey(subscriptionFor(null), 'BAA-_w')).toBe(false)
})
