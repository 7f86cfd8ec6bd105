import type { Page } from '@playwright/test'
import { V1, V2 } from '#contract/app-constants.ts'
import type { Widget } from '#contract/page/widgets.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { startForeignSite, type ForeignSite } from '../support/foreign-site.ts'
import { overflow, showNarrow } from '../support/large-text.ts'
import { expect, test } from '../support/test.ts'
import { addWidget, kitchen, WIDGETS } from '../support/widgets.ts'

const SOMEBODY = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let site: ForeignSite
test.beforeAll(async () => {
  site = await startForeignSite()
})
test.afterAll(() => site.stop())

const frameOn = (page: Page) => page.frameLocator('iframe')
const heightOf = (page: Page) =>
  page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height)
const innerHeight = (page: Page) =>
  frameOn(page)
    .locator('body')
    .evaluate((body: HTMLElement) => body.offsetHeight)

test('a widget is created and embedded in another site, and its clicks count (R-428, R-437)', async ({
  page,
  person,
  shop,
  browser,
  context,
  server,
  openApp,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 1280, height: 800 })
  const { links } = await kitchen(person, shop, ['Iron pan', 'Coffee set', 'Stone mugs'])
  await openApp('/widgets')
  await page.getByRole('button', { name: 'New widget' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Kitchen on my blog')
  await dialog.getByRole('button', { name: /^Collection/ }).click()
  await dialog.getByRole('button', { name: /Kitchen/ }).click()
  const preview = page.frameLocator('iframe[title="Preview of the widget"]')
  await expect(preview.getByRole('link', { name: /Iron pan/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Create widget' }).click()
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code).toMatch(/^<script async src="http[^"]+\/w\/[a-z0-9]{10}\.js"><\/script>$/)

  site.show(code)
  const strangers = await browser.newContext({
    viewport: { width: 900, height: 700 },
    // The owner's user agent would make this a click of the owner, which does not count.
    userAgent: SOMEBODY,
  })
  const blog = await strangers.newPage()
  const origins = new Set<string>()
  blog.on('request', (request) => origins.add(new URL(request.url()).origin))
  await blog.goto(site.origin)
  const pan = frameOn(blog).getByRole('link', { name: /Iron pan/ })
  await expect(pan).toBeVisible()
  await expect(blog.getByTitle('Kitchen')).toHaveCount(1)
  expect([...origins].sort()).toEqual([site.origin, server.origin].sort())
  expect(await strangers.cookies()).toEqual([])

  // A visitor who copies the link gets only the short URL.
  await expect(pan).toHaveAttribute('href', links[0]?.split_url ?? '')

  const follows = async () => (await heightOf(blog)) - (await innerHeight(blog))
  await expect.poll(follows).toBe(0)
  const before = await heightOf(blog)
  await blog.setViewportSize({ width: 360, height: 700 })
  await expect.poll(() => heightOf(blog)).not.toBe(before)
  await expect.poll(follows).toBe(0)

  const opening = strangers.waitForEvent('page')
  await pan.click()
  const product = await opening
  await product.waitForURL((url) => url.origin === shop.origin)
  expect(blog.url()).toBe(`${site.origin}/`)
  await expect(pan).toHaveAttribute('href', links[0]?.split_url ?? '')
  const asking = strangers.waitForEvent('page')
  await frameOn(blog).getByRole('link', { name: 'Report this widget' }).click()
  const form = await asking
  await expect(form.getByRole('heading', { level: 1 })).toHaveText('Report this widget')
  await expect(form.getByLabel('What is wrong?')).toBeVisible()
  expect(await strangers.cookies()).toEqual([])
  await strangers.close()
  const clicks = async () => {
    const answer = await person.send('GET', `${V2}/links/${links[0]?.uuid}/`)
    return ((await answer.json()) as { lifetime_clicks: number }).lifetime_clicks
  }
  await expect.poll(clicks, { timeout: 20_000 }).toBe(1)
  await page.goto('/widgets')
  await expect(page.getByText('1 click in 30 days', { exact: true })).toBeVisible()
})

test('a widget takes the theme of its site', async ({ person, shop, browser }) => {
  const { collection } = await kitchen(person, shop, ['Iron pan'])
  const like = await addWidget(person, { collection_uuid: collection.uuid })
  const light = await addWidget(person, { collection_uuid: collection.uuid, theme: 'light' })
  const context = await browser.newContext({ colorScheme: 'dark' })
  const blog = await context.newPage()
  const themeOf = async (widget: Widget, ground: string) => {
    site.show(`<body style="background:${ground}"><p>${widget.embed_code}</p>`)
    await blog.goto(site.origin)
    await expect(frameOn(blog).getByRole('link', { name: /Iron pan/ })).toBeVisible()
    return frameOn(blog).locator('html').getAttribute('data-theme')
  }
  expect(await themeOf(like, '#fff')).toBe('light')
  expect(await themeOf(like, 'none')).toBe('light')
  expect(await themeOf(like, '#101418')).toBe('dark')
  expect(await themeOf(light, '#101418')).toBe('light')
  await context.close()
})

test('the frame works without the script (R-437)', async ({ person, shop, browser }) => {
  const { collection } = await kitchen(person, shop, ['Iron pan'])
  const widget = await addWidget(person, { collection_uuid: collection.uuid, layout: 'list' })
  site.show(widget.frame_code)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const blog = await context.newPage()
  await blog.goto(site.origin)
  await expect(frameOn(blog).getByRole('link', { name: /Iron pan/ })).toBeVisible()
  expect(await context.cookies()).toEqual([])
  await context.close()
})

test('a site frames only widgets (R-437)', async ({ page, person, shop, server, openApp }) => {
  const { collection } = await kitchen(person, shop, ['Iron pan'])
  const widget = await addWidget(person, { collection_uuid: collection.uuid })
  const slug = `w-${person.uuid.slice(0, 8)}`
  await person.send('POST', `${V2}/pages/`, { slug, title: 'Ana', is_published: true })
  // A signed-in user has the most to lose from a framed page.
  await openApp()
  const others = ['/', '/widgets', `/p/${slug}`, '/multi-connect/login']
  const frames = [`/w/${widget.key}`, ...others]
  site.show(frames.map((path) => `<iframe src="${server.origin}${path}"></iframe>`).join(''))
  await page.goto(site.origin)
  const framed = page.frameLocator(`iframe[src$="/w/${widget.key}"]`)
  await expect(framed.getByRole('link', { name: /Iron pan/ })).toBeVisible()
  const urls = () =>
    page
      .frames()
      .slice(1)
      .map((frame) => frame.url())
  await expect
    .poll(urls)
    .toEqual([widget.url, ...others.map(() => 'chrome-error://chromewebdata/')])
  const readable = await page.evaluate(
    async (paths) => {
      const answers = paths.map((path) =>
        fetch(path, { credentials: 'include' }).then(
          () => path,
          () => null,
        ),
      )
      return (await Promise.all(answers)).filter((path) => path !== null)
    },
    [...frames, `${V1}/users/me`, WIDGETS].map((path) => server.origin + path),
  )
  expect(readable).toEqual([])
  const isShut = await page
    .locator('iframe')
    .first()
    .evaluate((frame: HTMLIFrameElement) => frame.contentDocument === null)
  expect(isShut).toBe(true)
})

test('the dialog is in the URL (R-034, R-429)', async ({ page, person, shop, openApp }) => {
  await kitchen(person, shop, ['Iron pan'])
  await openApp('/more')
  await page.getByRole('main').getByRole('link', { name: 'Widgets' }).click()
  await expect(page).toHaveURL('/widgets')
  await page.getByRole('button', { name: 'New widget' }).click()
  await expect(page).toHaveURL('/widgets?widget=new')
  await page.getByRole('button', { name: /^Collection/ }).click()
  await expect(page).toHaveURL('/widgets?widget=new.collection')
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(title).toHaveText('Choose a collection')
  await page.goBack()
  await expect(title).toHaveText('New widget')
  // Back closes the collection picker and keeps the form. In the form itself, Back asks before it
  // discards changes.
  await page.getByLabel('Name').fill('My blog')
  await page.getByRole('button', { name: /^Collection/ }).click()
  await expect(title).toHaveText('Choose a collection')
  await page.goBack()
  await expect(title).toHaveText('New widget')
  await expect(page.getByLabel('Name')).toHaveValue('My blog')
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/widgets?widget=new')
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page).toHaveURL('/widgets?widget=new.preview')
  await page.reload()
  await expect(title).toHaveText('Preview')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/widgets')
})

for (const { name, size } of [
  { name: 'a phone', size: { width: 390, height: 844 } },
  { name: 'a desk', size: { width: 1280, height: 800 } },
])
  test(`widgets are accessible on ${name}`, async ({ page, person, shop, openApp }) => {
    test.slow()
    await page.setViewportSize(size)
    const { collection } = await kitchen(person, shop, ['Iron pan', 'Coffee set', 'Stone mugs'])
    await openApp('/widgets')
    await expect(page.getByText('No widgets yet.')).toBeVisible()
    await expectAccessibleInBothThemes(page, `no widgets on ${name}`)
    const layouts = ['grid', 'carousel', 'list'] as const
    const made = []
    for (const layout of layouts)
      made.push(await addWidget(person, { name: layout, layout, collection_uuid: collection.uuid }))
    await page.reload()
    await expect(page.getByRole('button', { name: 'grid', exact: true })).toBeVisible()
    await expectAccessibleInBothThemes(page, `widgets on ${name}`)
    await page.getByRole('button', { name: 'grid', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothThemes(page, `settings of a widget on ${name}`)
    for (const { url } of made) {
      await page.goto(url)
      await expect(page.getByRole('link', { name: /Iron pan/ })).toBeVisible()
      await expectAccessibleInBothThemes(page, `${url} on ${name}`)
      await showNarrow(page, 700)
      expect(await overflow(page), url).toBeLessThanOrEqual(0)
      await page.setViewportSize(size)
    }
  })
