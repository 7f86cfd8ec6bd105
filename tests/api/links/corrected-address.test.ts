import { expect, test } from 'vitest'
import { addressHistory, similarUrls } from '../../../server/links/link-addresses.ts'
import { waitForPage, addHeldPage } from '#support/server/links/extraction.ts'
import { historyOf } from '#support/server/links/history.ts'
import { addLink, editLink, linkPath } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { startShopSite } from '#support/server/hosts/shop-site.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

const server = await startTestServer({ listen: true })
const site = await forThisFile(startShopSite())
const ana = await signUp(server)

/** Returns the address without its scheme, as a user may type it. */
const typed = (path: string) => site.origin.replace('http://', '') + path
const follow = async (code: string) =>
  (await server.request('GET', `/s/${code}`)).headers.get('location')

test('a completed address is replaced by the variant that answers, and the link is marked (D-16)', async () => {
  const found = site.product('/item', '<title>Oak lamp</title>')
  const made = await addLink(ana, typed('/item'))
  expect(made.url).toBe(`${found}/`)
  const link = await waitForPage(ana, made)
  expect(link).toMatchObject({
    url: found,
    name: 'Oak lamp',
    address_corrected: true,
    meta_extraction_error: null,
  })
  expect(site.paths()).toEqual(expect.arrayContaining(['/item/', '/item']))
  expect(await follow(link.short_code)).toBe(found)
  expect(await addressHistory(server.deps.db, link.uuid, 10)).toMatchObject([
    { userId: null, fromUrl: `${found}/`, toUrl: found },
  ])
  const [corrected, ...earlier] = await historyOf(ana, linkPath(link))
  expect(corrected).toMatchObject({
    by: { kind: 'system', name: 'Split' },
    changes: [{ field: 'url', before: `${found}/`, after: found }],
  })
  expect(earlier.map(({ kind }) => kind)).toEqual(['create'])
  const edited = await editLink(ana, link, { url: `${found}?size=2` })
  expect(edited.body.address_corrected).toBeUndefined()
})

test('an address typed with its scheme is never replaced', async () => {
  site.product('/written', '<title>Beside it</title>')
  const url = `${site.origin}/written/`
  const link = await waitForPage(ana, await addLink(ana, url))
  expect(link).toMatchObject({ url, meta_extraction_error: 'refused' })
  expect(link.address_corrected).toBeUndefined()
})

test('if no variant answers, the completed address stays', async () => {
  const link = await waitForPage(ana, await addLink(ana, typed('/nowhere')))
  const url = `${site.origin}/nowhere/`
  expect(link).toMatchObject({ url, meta_extraction_error: 'refused' })
})

test('an address edited meanwhile is not replaced', async () => {
  const beside = addHeldPage(site, '/slow', '<title>Too late</title>')
  const other = site.product('/chosen', '<title>Chosen</title>')
  const link = await addLink(ana, typed('/slow'))
  await beside.asked()
  await editLink(ana, link, { url: other })
  beside.release()
  expect(await waitForPage(ana, link)).toMatchObject({ url: other, name: 'Chosen' })
  expect(await addressHistory(server.deps.db, link.uuid, 10)).toHaveLength(1)
})

test.each([
  [
    'http://shop.example/item/?a=1',
    [
      'http://shop.example/item?a=1',
      'https://shop.example/item/?a=1',
      'https://shop.example/item?a=1',
    ],
  ],
  ['http://shop.example/', ['https://shop.example/']],
  ['http://shop.example/item.html', ['https://shop.example/item.html']],
])('%s may have been meant as %j', (url, others) => {
  expect(similarUrls(url)).toEqual(others)
})
