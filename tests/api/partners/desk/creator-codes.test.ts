import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { DiscountCodes } from '#contract/partners/brands.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { addCreator, type Creator } from '#support/server/desk-market.ts'
import { enterDesk } from '#support/server/desk.ts'
import { changes, editLink, readLink, search } from '#support/server/links.ts'
import { addShop, tell, type Shop } from '#support/server/money/conversions.ts'
import { addLinks, addPage, htmlOf } from '#support/server/page/public-pages.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
let shop: Shop
let desk: Awaited<ReturnType<typeof enterDesk>>
let ana: Creator
beforeEach(async () => {
  shop = await addShop(server, { name: 'Kitchen', key: randomUUID() })
  desk = await enterDesk(server, shop.id)
  ana = await addCreator(server, shop)
  // Creators of this market have a code from the start.
  await server.deps.sql`delete from discount_codes where id = ${ana.code}`
})

const assign = (...codes: string[]) =>
  desk.post('/desk/codes', { codes: codes.map((code) => `${ana.partner}, ${code}`).join('\n') })

async function end(code: string) {
  const [row] = await server.deps.sql<{ id: number }[]>`
    select id from discount_codes where brand_id = ${shop.id} and code = ${code}`
  await desk.post(`/desk/codes/${row?.id}/end`)
}

const codesOf = async (uuid: string) => (await readLink(ana, { uuid })).discount_codes

test('links of the brand have the codes, and devices load them when codes change', async () => {
  const { cursor } = await search(ana)
  await assign('FIRST', 'SECOND')
  const added = await changes(ana, cursor)
  expect(added.results).toMatchObject([
    { uuid: ana.linkId, discount_codes: ['SECOND', 'FIRST'], show_code: false },
  ])
  await end('SECOND')
  const ended = await changes(ana, added.cursor)
  expect(ended.results).toMatchObject([{ discount_codes: ['FIRST'] }])
  await end('FIRST')
  expect(await codesOf(ana.linkId)).toBeUndefined()
})

test('links of another brand, other creators and a brand that left have no code', async () => {
  await assign('ANA10')
  const lamps = await addShop(server, { name: 'Lamps', key: randomUUID() })
  const [other] = [await addCreator(server, shop)]
  const { results } = await other.get<DiscountCodes>('/v2/my/discount_codes/')
  expect(results.map(({ code }) => code)).not.toContain('ANA10')
  expect((await readLink(other, { uuid: other.linkId })).discount_codes).not.toContain('ANA10')
  const page = await addPage(server, { userId: ana.uuid })
  const [elsewhere] = await addLinks(server, page, {}, [{ brandId: lamps.id }])
  expect(await codesOf(elsewhere?.id ?? '')).toBeUndefined()
  expect(await codesOf(ana.linkId)).toEqual(['ANA10'])
  await server.deps.sql`update brands set archived_at = now() where id = ${shop.id}`
  expect(await codesOf(ana.linkId)).toBeUndefined()
})

test('a page shows the newest code beside a link only if the creator wants it', async () => {
  const page = await addPage(server, { userId: ana.uuid })
  const [lamp, mugs] = await addLinks(server, page, { layout: 'grid' }, [
    { name: 'Lamp', brandId: shop.id },
    { name: 'Mugs', brandId: shop.id },
  ])
  const shown = async () =>
    [...(await htmlOf(server, page.slug)).matchAll(/<p class="code">(.*?)<\/p>/gs)].map(
      ([, text = '']) => text.replaceAll(/<[^>]*>/g, ''),
    )
  await assign('OLD', 'NEW')
  expect(await shown()).toEqual([])
  const { status, body } = await editLink(ana, { uuid: lamp?.id ?? '' }, { show_code: true })
  expect([status, body.show_code]).toEqual([200, true])
  expect(await shown()).toEqual(['Code NEW'])
  await end('NEW')
  expect(await shown()).toEqual(['Code OLD'])
  await editLink(ana, { uuid: mugs?.id ?? '' }, { show_code: true })
  await server.deps.sql`update sections set layout = 'list' where page_id = ${page.id}`
  await assign('LAST')
  expect(await shown()).toEqual(['Code LAST', 'Code LAST'])
  await editLink(ana, { uuid: lamp?.id ?? '' }, { show_code: false })
  expect(await shown()).toEqual(['Code LAST'])
})

test('a key with the permission lists the codes with their sales', async () => {
  await assign('ANA10', 'UNUSED')
  await tell(server, shop, { code: 'ana10', order_id: randomUUID(), amount: '100' })
  const back = { code: 'ANA10', order_id: randomUUID(), amount: '50' }
  await tell(server, shop, back)
  await tell(server, shop, { ...back, status: 'reversed', reason: 'Sent back' })
  const { key } = await addKey(ana, { scopes: ['earnings:read'] })
  const answer = await withKey(server, key)('GET', '/v2/my/discount_codes/')
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      results: [
        { code: 'UNUSED', orders: 0, sold: 0, earned: 0 },
        { code: 'ANA10', orders: 1, sold: 100, earned: 10 },
      ].map((code) => ({
        ...code,
        organization: { uuid: shop.id, name: 'Kitchen' },
        created_at: expect.any(String) as string,
      })),
    },
  ])
  const { key: other } = await addKey(ana, { scopes: ['links:read'] })
  expect((await withKey(server, other)('GET', '/v2/my/discount_codes/')).status).toBe(403)
})
