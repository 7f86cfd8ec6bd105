import type { BrowserContext } from '@playwright/test'
import { V2 } from '#contract/app-constants.ts'
import type { CreatorPage, Section } from '#contract/page/pages.ts'
import { addCollection } from '../support/collections.ts'
import { expect, test, type Person } from '../support/test.ts'
import { addWidget } from '../support/widgets.ts'

const create = async <Body>(person: Person, path: string, body: object) =>
  (await (await person.send('POST', V2 + path, body)).json()) as Body

/** Publishes a page with one section of each kind and returns its slug. */
async function publishPage(person: Person, links: string[]): Promise<string> {
  const slug = `s-${person.uuid.slice(0, 8)}`
  await create<CreatorPage>(person, '/pages/', { slug, title: 'Ana Example', is_published: true })
  const account_url = 'https://www.instagram.com/ana.example'
  await create<object>(person, '/socialmedialinks/', { account_url })
  const text = 'Write to hello@ana.example or see https://ana.example/blog'
  for (const section of [
    { title: 'Things', type: 'links', layout: 'grid', links },
    { title: 'More things', type: 'links', layout: 'list', links },
    { title: 'About', type: 'text', text },
    { title: 'Elsewhere', type: 'social' },
  ]) {
    await create<Section>(person, '/sections/', section)
  }
  return slug
}

/** Opens the page and returns the origin of each request that it makes. */
async function requestedOrigins(context: BrowserContext, path: string, status: number) {
  const urls: string[] = []
  const page = await context.newPage()
  page.on('request', (request) => urls.push(request.url()))
  const answer = await page.goto(path)
  expect(answer?.status(), path).toBe(status)
  // Load lazy images too.
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  await page.close()
  return urls.map((url) => new URL(url).origin)
}

test('public pages use no other host', async ({ addProduct, browser, person, server }) => {
  const link = await addProduct('Oak lamp')
  const ended = await addProduct('Old lamp')
  const expires_at = new Date(Date.now() - 60_000).toISOString()
  await person.send('PATCH', `${V2}/links/${ended.uuid}/`, { expires_at })
  const slug = await publishPage(person, [link.uuid])
  const { uuid: collection_uuid } = await addCollection(person, 'Kitchen', [link])
  const { key } = await addWidget(person, { collection_uuid })
  const context = await browser.newContext({ baseURL: server.origin })
  const code = new URL(link.split_url).pathname
  for (const [path, status] of [
    [`/p/${slug}`, 200],
    [`/p/${slug}/report`, 200],
    [`/w/${key}`, 200],
    [`/w/${key}/report`, 200],
    [`${code}+`, 200],
    ['/p/nobody-is-here', 404],
    ['/w/abcdefghij', 404],
    ['/s/nobody-has-this', 404],
    ['/s/nobody-has-this+', 404],
    [new URL(ended.split_url).pathname, 410],
    ['/privacy', 200],
    ['/accessibility', 200],
  ] as const) {
    const origins = await requestedOrigins(context, path, status)
    expect([...new Set(origins)], path).toEqual([server.origin])
    expect(await context.cookies(), path).toEqual([])
  }
  const { origins } = await context.storageState({ indexedDB: true })
  expect(origins).toEqual([])
  await context.close()
})

test('visitors report without scripts', async ({ addProduct, browser, person, server }) => {
  const link = await addProduct('Oak lamp')
  const slug = await publishPage(person, [link.uuid])
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  const fill = async () => {
    await page.getByLabel('What is wrong?').selectOption({ label: 'Something else' })
    await page.getByLabel('Your name').fill('Eve')
    await page.getByLabel('Your email').fill('eve@people.example')
    await page.getByLabel(/^I believe in good faith/).check()
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByRole('status')).toContainText('Thank you.')
  }
  await page.goto(`/p/${slug}`)
  await page.getByRole('link', { name: 'Report this page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report this page')
  await fill()
  await page.getByRole('link', { name: 'Back to the page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Example')
  await page.goto(`${new URL(link.split_url).pathname}+`)
  await page.getByText('Report abuse').click()
  await fill()
  expect(await context.cookies()).toEqual([])
  await context.close()
})

test('robots.txt allows public pages only', async ({ page }) => {
  const answer = await page.request.get('/robots.txt')
  expect(answer.headers()['content-type']).toContain('text/plain')
  const lines = (await answer.text()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining(['User-agent: *', 'Allow: /p/', 'Disallow: /v1/', 'Disallow: /v2/']),
  )
})

test('the preview shows the draft and runs no scripts', async ({ page, person, openApp }) => {
  const slug = `d-${person.uuid.slice(0, 8)}`
  await create<CreatorPage>(person, '/pages/', { slug, title: 'Not published yet' })
  await create<Section>(person, '/sections/', { title: 'About', type: 'text', text: 'Only here' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await openApp('/splitpage-home')
  const frame = page.frameLocator('iframe[title="Preview of your page"]')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Not published yet')
  await expect(frame.getByText('Only here')).toBeVisible()
  expect((await page.request.get(`/p/${slug}`)).status()).toBe(404)
  const element = page.locator('iframe[title="Preview of your page"]')
  await expect(element).toHaveAttribute('sandbox', '')
  await element.evaluate((node: HTMLIFrameElement) => {
    const probe = `<p id="probe">still</p>
      <script>document.getElementById('probe').textContent = 'ran'</script>
      <img src="data:," alt="" onerror="document.getElementById('probe').textContent = 'ran'">
      <p id="after">after it</p>`
    node.srcdoc = node.srcdoc.replace('</body>', `${probe}</body>`)
  })
  await expect(frame.locator('#after')).toHaveText('after it')
  await expect(frame.locator('#probe')).toHaveText('still')
})
