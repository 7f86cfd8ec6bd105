import type { Page, Route } from '@playwright/test'
import { expect, test } from '../support/test.ts'

// Playwright cannot stub requests made by the service worker. The dialogs are the same without it.
test.use({ serviceWorkers: 'block' })

const dialog = (page: Page) => page.getByRole('alertdialog')

/** Stubs the request for the list of links. The browser has no saved copy of it yet. */
const answerList = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route('**/v2/my/links/search/**', answer)

const status =
  (code: number, json: object = {}) =>
  (route: Route) =>
    route.fulfill({ status: code, json })

const TEXTS: [status: number, text: string, buttons: string[], rows: string][] = [
  [401, 'The user is unauthenticated', ['Go to Login Page'], 'R-574'],
  [404, 'Not found', ['Restart', 'Go Back'], 'R-575'],
  [500, 'Oops! Something has gone wrong.', ['Restart', 'Go Back'], 'R-577, R-578'],
  [501, 'Oops! Something has gone wrong.', ['Restart', 'Go Back'], 'R-577, R-578'],
  [502, 'Oops! Something has gone wrong.', ['Restart', 'Go Back'], 'R-577, R-578'],
  [503, 'Service is temporarily unavailable, please try again later.', [], 'R-579'],
  [
    504,
    "Servers didn't respond in timely manner. We may be overloaded. Please try using app later.",
    [],
    'R-584',
  ],
]

for (const [code, text, buttons, rows] of TEXTS) {
  test(`${code} opens its dialog (R-567, R-572, R-573, ${rows})`, async ({ page, openApp }) => {
    await openApp('/rank')
    await answerList(page, status(code))
    await page.goto('/splitlinks')
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(page).getByText(text, { exact: true })).toBeVisible()
    await expect(dialog(page)).toContainText('Status Code')
    await expect(dialog(page)).toContainText(String(code))
    for (const name of buttons)
      await expect(dialog(page).getByRole('button', { name, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Close' })).toHaveCount(0)
  })
}

for (const code of [400, 403, 409, 422, 429]) {
  test(`${code} opens no dialog (R-569)`, async ({ page, openApp }) => {
    await openApp('/rank')
    await answerList(page, status(code))
    const answered = page.waitForResponse('**/v2/my/links/search/**')
    await page.goto('/splitlinks')
    await answered
    await expect(page.locator('h1')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
  })
}

test('no answer is an unknown error (R-132, R-136, R-568, R-585)', async ({ page, openApp }) => {
  await openApp('/rank')
  let asked = 0
  await answerList(page, (route) => {
    asked += 1
    return route.abort('connectionreset')
  })
  await page.goto('/splitlinks')
  await expect(dialog(page).getByText('Unknown error')).toBeVisible()
  expect(asked).toBe(1)
  await expect(dialog(page)).toContainText('unknown')
})

test('the operator’s text replaces the default (R-586)', async ({ page, openApp }) => {
  await openApp('/rank')
  await answerList(page, status(500, { detail: 'We are moving house tonight.' }))
  await page.goto('/splitlinks')
  await expect(dialog(page).getByText('We are moving house tonight.')).toBeVisible()
})

test('markup in the operator’s text is shown as text', async ({ page, openApp }) => {
  await openApp('/rank')
  await answerList(page, status(500, { detail: '<img src=x onerror=alert(1)>' }))
  await page.goto('/splitlinks')
  await expect(dialog(page).getByText('<img src=x onerror=alert(1)>')).toBeVisible()
})

test('Go to Login Page signs out (R-106)', async ({ page, person, context, openApp }) => {
  await openApp('/rank')
  await person.send('POST', '/v1/logout')
  await answerList(page, status(401))
  await page.goto('/splitlinks')
  await dialog(page).getByRole('button', { name: 'Go to Login Page' }).click()
  await page.waitForURL(/multi-connect\/login/)
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name)).not.toContain('token')
})

test('maintenance counts down (R-581, R-583, offline 30)', async ({ page, server, openApp }) => {
  await openApp('/rank')
  await server.operator('maintenance', 'on', '--retry-after', '120')
  try {
    await page.clock.install()
    await page.goto('/splitlinks')
    await expect(dialog(page)).toContainText('2 minutes')
    const reloaded = page.waitForEvent('load')
    await server.operator('maintenance', 'off')
    await page.clock.fastForward(140_000)
    await reloaded
    await page.clock.runFor(2000)
    await expect(dialog(page)).toHaveCount(0)
  } finally {
    await server.operator('maintenance', 'off')
  }
})

test('a failed refresh over a copy shows a line, no dialog', async ({ page, openWithLink }) => {
  await openWithLink('Kept lamp')
  await expect(page.getByText('Kept lamp')).toBeVisible()
  await answerList(page, status(500))
  await page.reload()
  await expect(page.getByText('Kept lamp')).toBeVisible()
  await expect(page.getByText(/Couldn’t refresh/)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
})

test('an unsupported browser gets a notice (R-590, R-592)', async ({ browser, server }) => {
  const context = await browser.newContext({
    baseURL: server.origin,
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 OPR/106.0',
  })
  const page = await context.newPage()
  // The warning must appear even if the browser cannot parse the other scripts.
  const libraries = /assets\/(react|vendor|start|first-screens|data|kit)[^/]*\.js$/
  await page.route(libraries, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '?' }),
  )
  await page.goto('/')
  const goOn = page.getByRole('button', { name: 'Continue anyway' })
  await goOn.waitFor()
  await page.unrouteAll()
  await page.reload()
  await goOn.click()
  await page.waitForURL(/multi-connect\/login/)
  await page.goto('/')
  await page.waitForURL(/multi-connect\/login/)
  await context.close()
})
