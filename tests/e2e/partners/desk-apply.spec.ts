import type { Browser, Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { pressByKeys, typeByKeys } from '../support/keys.ts'
import { overflow, showNarrow } from '../support/large-text.ts'
import { waitForOutbox } from '../support/outbox.ts'
import { runServer, SERVER_FIXTURE } from '../support/per-worker.ts'
import type { RunningServer } from '../support/running-server.ts'
import { enterConsole } from '../support/staff/console.ts'
import { expect, test as base } from '../support/test.ts'

const test = base.extend<object, { server: RunningServer }>({
  server: [async ({}, provide) => runServer({ DESK_APPLY: 'on' }, provide), SERVER_FIXTURE],
})

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

type Case = { width: number; hasScript: boolean }

/** Checks a page in both themes and with large text. The checks themselves need scripts. */
async function look(page: Page, where: string, { width, hasScript }: Case) {
  if (!hasScript) return
  await expectAccessibleInBothThemes(page, `${where} at ${width}`)
  await showNarrow(page)
  expect(await overflow(page), where).toBe(0)
  await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
  await page.setViewportSize({ width, height: 844 })
}

async function openContext(browser: Browser, server: RunningServer, { width, hasScript }: Case) {
  const context = await browser.newContext({
    javaScriptEnabled: hasScript,
    baseURL: server.origin,
    viewport: { width, height: 844 },
  })
  return { page: await context.newPage(), close: () => context.close() }
}

const CASES: Case[] = [
  { width: 390, hasScript: true },
  { width: 1280, hasScript: true },
  { width: 390, hasScript: false },
]

for (const at of CASES)
  test(`a brand applies, is admitted and opens its desk at ${at.width} px by keyboard, ${at.hasScript ? 'with' : 'without'} scripts`, async ({
    browser,
    person,
    server,
  }) => {
    test.slow()
    const email = `ana-${person.uuid}@bakery.example`
    const name = `Bakery ${person.uuid.slice(0, 8)}`
    const { page, close } = await openContext(browser, server, at)
    const press = (button: string) =>
      pressByKeys(page, page.getByRole('button', { name: button }).first())
    const follow = (link: string | RegExp) =>
      pressByKeys(page, page.getByRole('link', { name: link }).first())
    const type = (label: string, text: string) => typeByKeys(page, page.getByLabel(label), text)

    await page.goto('/desk/sign-in')
    await follow('Apply as a brand')
    await look(page, 'application of a brand', at)
    await type('Name of the brand', name)
    await type('Website', `${person.uuid}.example`)
    await type('What do you sell?', 'Bread and cakes')
    await type('Your name', 'Ana Example')
    await type('Email', email)
    await press('Send application')
    await expect(page.getByRole('alert')).toContainText('Say what you would pay')
    await expect(page.getByLabel('Name of the brand')).toHaveValue(name)
    await look(page, 'application with an error', at)
    await type('What would you pay?', '10 % of each order')
    await press('Send application')
    await expect(title(page, 'Confirm your email')).toBeVisible()
    await look(page, 'application sent', at)
    await page.goto(await waitForOutbox(server, email, /http\S+\/desk\/apply\/[\w-]+/))
    await press('Confirm the application')
    await expect(title(page, 'We got your application')).toBeVisible()

    const staff = await openContext(browser, server, at)
    const console = staff.page
    await enterConsole(console, server, person)
    const need = console.getByRole('listitem').filter({ hasText: /to join/ })
    await pressByKeys(console, need.getByRole('link'))
    await look(console, 'applications', at)
    await pressByKeys(console, console.getByRole('link', { name }))
    await look(console, 'application in the console', at)
    await typeByKeys(console, console.getByLabel('Commission in percent'), '12')
    await typeByKeys(console, console.getByLabel('Share of the creator in percent'), '80')
    await pressByKeys(console, console.getByRole('button', { name: 'Review' }))
    await expect(title(console, `Admit ${name}`)).toBeVisible()
    await look(console, 'review of an application', at)
    await pressByKeys(console, console.getByRole('button', { name: 'Admit' }))
    await expect(console.getByText(/Ben Sample admitted this application/)).toBeVisible()
    await staff.close()

    await page.goto(await waitForOutbox(server, email, /http\S+\/desk\/sign-in\/[\w-]+/))
    await press('Sign in')
    await expect(page.getByText(name).first()).toBeVisible()
    await follow('People')
    await expect(page.getByRole('row', { name: /Ana Example/ })).toContainText(/owner/i)
    await close()
  })
