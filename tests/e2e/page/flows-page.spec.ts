import { V2 } from '#contract/app-constants.ts'
import type { CreatorPage, Section } from '#contract/page/pages.ts'
import { expectAccessibleInBothThemes } from '../support/axe.ts'
import { overflow, showNarrow } from '../support/large-text.ts'
import { expect, test, type Person } from '../support/test.ts'

const made = async <Body>(person: Person, path: string, body: object) =>
  (await (await person.send('POST', V2 + path, body)).json()) as Body

/**
 * Adds a link and sets its name, so that the test need not wait until the server has read the
 * product page.
 */
async function addNamed(person: Person, url: string, name: string) {
  const link = await person.addLink(url)
  await person.send('PATCH', `${V2}/links/${link.uuid}/`, { name })
  return link
}

/** Publishes a page with one section of links. */
async function published(person: Person, links: string[]) {
  const slug = `p-${person.uuid.slice(0, 8)}`
  const page = await made<CreatorPage>(person, '/pages/', {
    slug,
    title: 'Ana Example',
    description: 'Only things I own.',
    is_published: true,
  })
  await made<Section>(person, '/sections/', { title: 'Start here', type: 'links', links })
  return page
}

test('the first page (R-050, R-341, R-377)', async ({ page, person, shop, browser, openApp }) => {
  const link = await addNamed(person, shop.product('Oak lamp'), 'Oak lamp')
  const slug = `ana-${person.uuid.slice(0, 8)}`
  await openApp('/creator-step-splitpages')
  await page.getByLabel('Page name').fill('Ana Example')
  await page.getByLabel('Address').fill(slug)
  await expect(page.getByRole('status').filter({ hasText: `${slug} is free` })).toHaveCount(1)
  await expectAccessibleInBothThemes(page, 'the first step')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Create page' }).click()
  await expect(page).toHaveURL(/\/splitpage-home/)
  await expect(page.getByText('Not published')).toBeVisible()
  // The tab changes its address at once.
  await expect(page.getByRole('link', { name: 'Page', exact: true })).toHaveAttribute(
    'href',
    '/splitpage-home',
  )
  await page.getByRole('button', { name: /^Start here/ }).click()
  await expect(page).toHaveURL(/\/splitpage\/section\/\d+/)
  await page.getByRole('button', { name: 'Add links' }).click()
  await page.getByRole('dialog').getByText('Oak lamp').click()
  await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).status()).toBe(200)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/splitpage-home/)
  await expect(page.getByText('Links, 1')).toBeVisible()
  await expectAccessibleInBothThemes(page, 'the management of a page')
  await page.getByRole('button', { name: 'Publish page' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()

  const context = await browser.newContext()
  const stranger = await context.newPage()
  await stranger.goto(`${new URL(page.url()).origin}/p/${slug}`)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Ana Example')
  const product = stranger.getByRole('link', { name: /Oak lamp/ })
  expect(await product.getAttribute('href')).toBe(`${link.split_url}?from=page`)
  await context.close()
})

test('a public page needs no script (R-341)', async ({ browser, person, server, shop }) => {
  const link = await addNamed(person, shop.product('Brass lamp'), 'Brass lamp')
  const { slug } = await published(person, [link.uuid])
  const context = await browser.newContext({ javaScriptEnabled: false })
  const stranger = await context.newPage()
  const hosts = new Set<string>()
  stranger.on('request', (request) => hosts.add(new URL(request.url()).origin))
  await stranger.goto(`${server.origin}/p/${slug}`)
  await expect(stranger.getByRole('link', { name: /Brass lamp/ })).toBeVisible()
  expect([...hosts]).toEqual([server.origin])
  expect(await context.cookies()).toEqual([])
  await stranger.getByRole('link', { name: /Brass lamp/ }).click()
  await stranger.waitForURL((url) => url.origin !== server.origin)
  await context.close()
  const clicks = async () => {
    const answer = await person.send('GET', `${V2}/links/${link.uuid}/`)
    return ((await answer.json()) as { lifetime_clicks: number }).lifetime_clicks
  }
  await expect.poll(clicks, { timeout: 20_000 }).toBe(1)
})

for (const { name, size } of [
  { name: 'a phone', size: { width: 390, height: 844 } },
  { name: 'a desk', size: { width: 1280, height: 800 } },
])
  test(`a page is accessible on ${name}`, async ({ page, addProduct, person, server }) => {
    const links = [await addProduct('Linen set'), await addProduct('Velvet sofa')]
    const { slug } = await published(
      person,
      links.map(({ uuid }) => uuid),
    )
    await page.setViewportSize(size)
    await page.goto(`${server.origin}/p/${slug}`)
    await expectAccessibleInBothThemes(page, `a public page on ${name}`)
    await showNarrow(page, 844)
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  })
