import { expect, test, vi } from 'vitest'
import { fakeApi, json, noConnection } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { hrefOf, press, screen, userEvent } from '#support/window/on-screen.ts'
import { ToolsScreen } from './tools-screen.tsx'

const SEND = 'POST /v1/users/me/send-tools-mail'

signInPerTest()

const show = () => renderAt('/tools', '/tools', ToolsScreen)
const send = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Email me these' }))

test('a bookmark opens Create with the address of the current page (R-566)', async () => {
  fakeApi({})
  await show()
  await press('Copy bookmark')
  expect(await navigator.clipboard.readText()).toBe(
    `javascript:open('${location.origin}/splitlinks?create_split_link='+encodeURIComponent(location.href))`,
  )
  expect(await screen.findByText(`${location.origin}/splitlinks?create_split_link=`)).toBeTruthy()
  expect(screen.getByRole('button', { name: /Install Split|Share to Split/ })).toBeTruthy()
})

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Server response for the onboarding step with a browser extension. */
const extension = (identifier: string) => ({
  result: {
    current: {
      frontend_identifier: identifier,
      title: 'Split in Chrome',
      texts: [
        { identifier: 'text', text: 'Without leaving the page.' },
        { identifier: 'url', text: 'https://store.example/split' },
      ],
    },
    next: null,
    previous: null,
  },
})

test('the extension for this browser is shown if the operator named one (R-566)', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(CHROME)
  fakeApi({ 'GET /v2/my/onboarding/chromeExtension/': extension('chromeExtension') })
  await show()
  expect(await screen.findByRole('heading', { name: 'Split in Chrome' })).toBeTruthy()
  expect(hrefOf('Get the extension')).toBe('https://store.example/split')
})

const PHONE = `${CHROME.replace('X11; Linux x86_64', 'Linux; Android 10; K')} Mobile`
const EDGE = `${CHROME} Edg/140.0.0.0`

test.each([
  ['there is none', CHROME, json({}, 404)],
  ['another step is answered', CHROME, extension('notifications')],
  ['there is no step for the browser', EDGE, json({}, 404)],
])('the server’s own extension page is offered if %s', async (_why, browser, answer) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(browser)
  fakeApi({ 'GET /v2/my/onboarding/chromeExtension/': answer })
  await show()
  const link = await screen.findByRole('link', { name: 'Get the extension' })
  expect(link.getAttribute('href')).toBe('/extension/')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('phones get no extension', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(PHONE)
  const api = fakeApi({})
  await show()
  await api.quiet()
  expect(screen.getByRole('button', { name: 'Copy bookmark' })).toBeTruthy()
  expect(screen.queryByText('Get the extension')).toBeNull()
})

test.each([
  ['smtp', 'Email sent to your address.'],
  ['outbox', 'This server can’t send mail yet. Its operator has the email.'],
])('after mailing by %s the screen shows the result (R-566)', async (delivery, text) => {
  const api = fakeApi({ [SEND]: { result: { sent: true, delivery } } })
  await show()
  await send()
  expect(await screen.findByText(text)).toBeTruthy()
  expect(api.sentTo(SEND)).toHaveLength(1)
})

test.each([
  [
    'without a connection',
    noConnection,
    'Couldn’t send the email. Check your connection and try again.',
  ],
  [
    'too often',
    () => json({ errors: { non_field_errors: ['Too many attempts, try again later.'] } }, 429),
    'Too many attempts, try again later.',
  ],
])('%s the screen says that nothing was sent', async (_when, fails, text) => {
  fakeApi({ [SEND]: fails })
  await show()
  await send()
  expect(await screen.findByText(text)).toBeTruthy()
})
