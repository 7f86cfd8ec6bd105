import { V2 } from '#contract/app-constants.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { CreatorPage, Section } from '#contract/page/pages.ts'
import { provenDomain, test as base } from '../support/own-domains.ts'
import { expect, type Person } from '../support/test.ts'

/** Starts the browser with all names under .example resolved to this machine. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const rule = '--host-resolver-rules=MAP *.example 127.0.0.1'
      await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] })
    },
    { scope: 'worker' },
  ],
})

const made = async <Body>(person: Person, path: string, body: object) =>
  (await (await person.send('POST', V2 + path, body)).json()) as Body

/** Adds a link and waits until the server has fetched its picture. */
async function picturedLink(person: Person, url: string): Promise<ShortLink> {
  const { uuid } = await person.addLink(url)
  const read = async () =>
    (await (await person.send('GET', `${V2}/links/${uuid}/`)).json()) as ShortLink
  await expect.poll(async () => (await read()).image_url, { timeout: 30_000 }).toContain('/media/')
  return read()
}

test('a custom domain shows the page', async ({ browser, person, server, dns, shop }) => {
  const link = await picturedLink(person, shop.product('Oak lamp'))
  const { domain, id } = await provenDomain(person, dns)
  await person.send('PATCH', `${V2}/links/${link.uuid}/`, { link_domain_id: id, short_code: 'oak' })
  const slug = `o-${person.uuid.slice(0, 8)}`
  await made<CreatorPage>(person, '/pages/', { slug, title: 'Ana Example', is_published: true })
  await made<Section>(person, '/sections/', { title: 'Things', type: 'links', links: [link.uuid] })
  await made<object>(person, '/socialmedialinks/', { account_url: 'https://tiktok.com/@ana' })

  const origin = `http://${domain}:${server.port}`
  const context = await browser.newContext()
  const page = await context.newPage()
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  const answer = await page.goto(`${origin}/`)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ana Example')
  const picture = page.getByRole('link', { name: /Oak lamp/ }).locator('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)
  expect([...asked]).toEqual([origin])

  asked.clear()
  // The error page loads its fonts from the main host. The page about a link is served by the main
  // host.
  expect((await page.goto(`${origin}/nothing-here`))?.status()).toBe(404)
  expect([origin, server.origin]).toEqual(expect.arrayContaining([...asked]))
  asked.clear()
  expect((await page.goto(`${origin}/oak+`))?.status()).toBe(200)
  expect([...asked]).toEqual([origin, server.origin])
  await expect(page.getByText('Oak lamp').first()).toBeVisible()

  await page.goto(`${origin}/oak`)
  expect(new URL(page.url()).origin).toBe(shop.origin)
  expect(await context.cookies()).toEqual([])
  const { origins } = await context.storageState({ indexedDB: true })
  expect(origins).toEqual([])
  await context.close()
})
