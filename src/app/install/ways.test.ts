import { expect, test } from 'vitest'
import { installWay, type InstallWay } from './ways.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const PIXEL =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
const ANDROID_FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'
const MAC_FIREFOX =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:131.0) Gecko/20100101 Firefox/131.0'

test.each<[string, string, InstallWay, number?]>([
  ['an iPhone', IPHONE, 'ios', 5],
  ['an iPad, which calls itself a Mac', MAC, 'ios', 5],
  ['a Mac with Safari', MAC, 'mac'],
  ['Android Chrome that has not offered it', PIXEL, 'android', 5],
  ['Android Firefox', ANDROID_FIREFOX, 'android', 5],
  ['Chrome on a computer', CHROME, 'desktop'],
  ['Firefox on a computer, which installs nothing', FIREFOX, 'none'],
  ['Firefox on a Mac', MAC_FIREFOX, 'none'],
])('%s gets its own instructions (offline 20)', (_who, userAgent, way, touchPoints = 0) => {
  const browser = { userAgent, touchPoints, standalone: false, offered: false }
  expect(installWay(browser)).toBe(way)
  expect(installWay({ ...browser, standalone: true })).toBe('installed')
})

test('browsers with an install event get a button (offline 20)', () => {
  const browser = { userAgent: PIXEL, touchPoints: 5, standalone: false, offered: true }
  expect(installWay(browser)).toBe('prompt')
})
