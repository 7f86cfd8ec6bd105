import { fireEvent, screen } from '@testing-library/dom'
import { afterEach, expect, test, vi } from 'vitest'
import { isSupported, hasChosenToContinue } from './browser.ts'
import { showUnsupported } from './unsupported.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15'
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

test.each([
  ['Chrome', `${MAC} ${CHROME}`],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  ],
  ['Chrome without a window', `${MAC} ${CHROME.replace('Chrome', 'HeadlessChrome')}`],
  ['Chrome on iOS', `${PHONE} (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1`],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
  ['Firefox on iOS', `${PHONE} (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15`],
  ['Safari', `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15`],
  ['Safari on iOS', `${PHONE} (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1`],
])('%s is supported (R-591)', (_name, userAgent) => {
  expect(isSupported(userAgent)).toBe(true)
})

test.each([
  ['Opera', `${MAC} ${CHROME} OPR/112.0.0.0`],
  ['Edge', `${MAC} ${CHROME} Edg/126.0.0.0`],
  [
    'Samsung Internet',
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  ],
  ['Internet Explorer', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
  [
    'the old Android browser',
    'Mozilla/5.0 (Linux; U; Android 4.4.2; en-us) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
  ],
  [
    'SeaMonkey',
    'Mozilla/5.0 (X11; Linux x86_64; rv:91.0) Gecko/20100101 Firefox/91.0 SeaMonkey/2.53',
  ],
])('%s shows the page for unsupported browsers (R-590, D-82)', (_name, userAgent) => {
  expect(isSupported(userAgent)).toBe(false)
})

afterEach(() => {
  document.cookie = 'split_any_browser=; Path=/; Max-Age=0'
  document.body.replaceChildren()
})

test('the user can continue, and the choice is remembered (R-592)', () => {
  const go = vi.fn<() => void>()
  const root = document.createElement('div')
  document.body.append(root)
  showUnsupported(root, go)
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Chrome',
    'Firefox',
    'Safari',
  ])
  expect(hasChosenToContinue()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Continue anyway' }))
  expect(go).toHaveBeenCalledOnce()
  expect(hasChosenToContinue()).toBe(true)
})
