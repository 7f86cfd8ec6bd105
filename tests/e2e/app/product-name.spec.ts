import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { runServer, SERVER_FIXTURE } from '../support/per-worker.ts'
import { SCREENS } from '../support/screens.ts'
import { test as base, expect } from '../support/test.ts'
import { workerReady } from '../support/worker.ts'

const NAME = 'Harbour Links'
const COLOR = '#0b5fff'
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="${COLOR}"/><path d="M3 2h1.4v2.3h1.2V2H7v6H5.6V5.7H4.4V8H3z" fill="#fff"/></svg>`

/** Server of an operator with an own name, colour and logo. */
const test = base.extend<object, object>({
  server: [
    async ({}, provide) => {
      const folder = await mkdtemp(join(tmpdir(), 'split-logo-'))
      const logo = join(folder, 'logo.svg')
      await writeFile(logo, LOGO)
      const env = { PRODUCT_NAME: NAME, PRODUCT_COLOR: COLOR, PRODUCT_LOGO: logo }
      await runServer(env, provide)
      await rm(folder, { recursive: true })
    },
    SERVER_FIXTURE,
  ],
})

/** Returns everything that can be read or heard on this screen. */
const readable = (page: Page) =>
  page.evaluate(() => {
    const attributes = [...document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')]
      .flatMap((element) =>
        ['aria-label', 'title', 'alt', 'placeholder'].map((name) => element.getAttribute(name)),
      )
      .filter((text) => text !== null)
    return [document.title, document.body.innerText, ...attributes].join('\n')
  })

async function expectNamed(page: Page, where: string) {
  const text = await readable(page)
  expect(/.{0,40}\bSplit\b.{0,40}/.exec(text)?.[0], where).toBeUndefined()
}

test('no screen shows the default name', async ({ page, person, openApp }) => {
  test.setTimeout(240_000)
  await person.addLink('http://127.0.0.1:9/nothing-is-here')
  await openApp()
  for (const path of SCREENS) {
    await page.goto(path)
    await expect(page.locator('#root :is(h1, h2)').first()).toBeVisible()
    await expectNamed(page, path)
  }
})

test('a start shows the name, the colour and the logo at once, also offline', async ({
  page,
  context,
  openApp,
}) => {
  await openApp('/')
  await workerReady(page)
  await expect(page).toHaveTitle(`Discover · ${NAME}`)
  await context.setOffline(true)
  await page.goto('/')
  // The page before the app has loaded, which the service worker has kept.
  expect(await page.evaluate(() => document.documentElement.dataset['product'])).toBe(NAME)
  await expect(page.getByText(NAME).first()).toBeVisible()
  const mark = page.locator('[data-mark]').filter({ visible: true }).first()
  await expect(mark).toHaveCSS('background-image', /icons\/icon-192\.png/)
  await context.setOffline(false)
})

test('buttons and links are readable in both themes', async ({ page, person, openApp }) => {
  await person.addLink('http://127.0.0.1:9/nothing-is-here')
  for (const path of ['/', '/splitlinks', '/settings', '/refer']) {
    await openApp(path)
    await expect(page.locator('#root :is(h1, h2)').first()).toBeVisible()
    await expectAccessibleInBothThemes(page, `app ${path}`)
  }
  await page.context().clearCookies()
  for (const path of ['/multi-connect/login', '/developers', '/extension', '/s/no-such-link']) {
    await page.goto(path)
    await expectNamed(page, path)
    await expectAccessibleInBothThemes(page, path)
  }
})
