import { expect, test } from 'vitest'
import { ask } from '#support/server/asking.ts'
import { changes, readLink, search } from '#support/server/links.ts'
import { addLinks, addPage, htmlOf } from '#support/server/page/public-pages.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const DISCLOSURE = 'As an Amazon Associate'

test('links to Amazon say whether redirects add a tracking id, and pages follow at once', async () => {
  const ana = await signUp(server)
  const page = await addPage(server, { userId: ana.uuid })
  const [lamp, mugs] = await addLinks(server, page, {}, [
    { url: 'https://www.amazon.com/dp/1' },
    { url: 'https://shop.example/mugs' },
  ])
  const settings = (body: object) => ask(ana, 'PATCH', '/v2/my/networks/settings/', body)
  const tagOf = async (uuid = '') => (await readLink(ana, { uuid })).adds_amazon_tag
  expect(await tagOf(lamp?.id)).toBeUndefined()
  expect(await htmlOf(server, page.slug)).not.toContain(DISCLOSURE)
  const { cursor } = await search(ana)
  await settings({ add_sub_ids: true, amazon_tag: 'ana-20' })
  const { results } = await changes(ana, cursor)
  expect(results).toMatchObject([{ uuid: lamp?.id, adds_amazon_tag: true }])
  expect(await tagOf(mugs?.id)).toBeUndefined()
  expect(await htmlOf(server, page.slug)).toContain(DISCLOSURE)
  await settings({ add_sub_ids: false })
  expect(await tagOf(lamp?.id)).toBeUndefined()
  expect(await htmlOf(server, page.slug)).not.toContain(DISCLOSURE)
})
