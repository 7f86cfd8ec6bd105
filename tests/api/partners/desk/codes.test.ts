import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { texts } from '#support/server/activity.ts'
import { addCreator, type Creator } from '#support/server/desk-market.ts'
import type { OwnSales } from '#contract/partners/brands.ts'
import { enterDesk } from '#support/server/desk.ts'
import { addShop, moneyOf, tell, type Shop } from '#support/server/money/conversions.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()
let shop: Shop
let desk: Awaited<ReturnType<typeof enterDesk>>
let ana: Creator
let ben: Creator
beforeEach(async () => {
  shop = await addShop(server, { name: 'Kitchen', key: randomUUID() })
  desk = await enterDesk(server, shop.id)
  ana = await addCreator(server, shop)
  ben = await addCreator(server, shop)
})

const assign = (...lines: string[]) => desk.post('/desk/codes', { codes: lines.join('\r\n') })
const order = (fields: object, of = shop) =>
  tell(server, of, { order_id: randomUUID(), amount: '100', ...fields })

/** Sends an order with a click of Ana and a code of Ben. */
const both = () => order({ code: 'BEN', click_id: ana.clickId })

/** Returns the cells of the row of a code, as text. */
async function rowOf(code: string): Promise<string[]> {
  const { html } = await desk.get('/desk/codes')
  const row = html.split('<tr ').find((part) => part.includes(`<b>${code}</b>`)) ?? ''
  return [...row.matchAll(/<t[hd] [^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
    cell
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )
}

test('a code is assigned, its creator is notified, and its orders count for them', async () => {
  const before = await moneyOf(server, ana)
  expect((await assign(`${ana.partner}, ANA10`)).status).toBe(303)
  expect(await texts(ana)).toContain(
    'Kitchen gave you the discount code ANA10. Orders with it count for you.',
  )
  expect(await order({ code: 'ana10' })).toMatchObject({ status: 200, body: { commission: 10 } })
  const after = await moneyOf(server, ana)
  expect(after['pending']).toBe((before['pending'] ?? 0) + 1000)
  const row = await rowOf('ANA10')
  expect(row[1]).toContain(ana.partner)
  expect(row.slice(2, 6)).toEqual(['Active', '1', '$100.00', '$10.00'])
  await order({ code: 'ANA10', order_id: 'gone' })
  await tell(server, shop, { order_id: 'gone', status: 'reversed', reason: 'Sent back' })
  expect((await rowOf('ANA10')).slice(3, 6)).toEqual(['1', '$100.00', '$10.00'])
})

test('many codes are pasted at once, with a header line and several separators', async () => {
  const list = [
    'partner,code',
    `${ana.partner},A-1`,
    '',
    `${ben.partner};B_1`,
    `${ben.partner}\tB.2`,
  ]
  expect((await assign(...list)).status).toBe(303)
  for (const code of ['A-1', 'B_1', 'B.2']) expect((await rowOf(code))[2]).toBe('Active')
  // The same list changes nothing.
  expect((await assign(...list)).status).toBe(303)
  expect((await desk.get('/desk/codes')).html.split('<b>B_1</b>')).toHaveLength(2)
})

test('a list with a wrong line assigns nothing, keeps the input and names each line', async () => {
  await assign(`${ben.partner}, TAKEN`)
  const refused = await assign(`${ana.partner}, FINE`, `${ana.partner}, taken`)
  expect(refused.status).toBe(400)
  expect(refused.html).toContain('Line 2: the code taken belongs to another partner.')
  expect(refused.html).toContain(`${ana.partner}, FINE`)
  expect(await rowOf('FINE')).toEqual([])
  const wrong = await assign('P-0000, X1', 'ana, X2', `${ana.partner}, x`, `${ana.partner} <b> c`)
  for (const problem of [
    'Line 2: write a partner number and a code',
    'Line 3: a code has 2 to 40 letters',
    'Line 4: write a partner number and a code',
  ])
    expect(wrong.html).toContain(problem)
  expect((await assign('P-0000, X1')).html).toContain('Line 1: there is no partner P-0000.')
  expect((await assign(`${ana.partner} AA`, `${ana.partner} aa`)).html).toContain(
    'in the list twice',
  )
  expect((await assign(' ')).html).toContain('Enter at least one code.')
  expect(await texts(ana)).not.toContain('FINE')
})

test('a creator sees their own active codes of a brand, with what each earned', async () => {
  await assign(`${ana.partner}, FIRST`, `${ana.partner}, SECOND`, `${ben.partner}, OTHER`)
  await order({ code: 'first' })
  await order({ code: 'FIRST', order_id: 'back' })
  await tell(server, shop, { order_id: 'back', status: 'reversed', reason: 'Sent back' })
  const own = async () => {
    const { codes } = await ana.get<OwnSales>(`/v2/my/organizations/${shop.id}/own/`)
    // Creators of this market have a code from the start.
    return codes.filter(({ code }) => !code.startsWith('CODE-'))
  }
  expect(await own()).toEqual([
    { code: 'SECOND', orders: 0, sold: 0, earned: 0 },
    { code: 'FIRST', orders: 1, sold: 100, earned: 10 },
  ])
  const rows = (await desk.get('/desk/codes')).html.split('<tr ')
  const row = rows.find((part) => part.includes('<b>SECOND</b>')) ?? ''
  const [, path = ''] = /action="(\/desk\/codes\/\d+\/end)"/.exec(row) ?? []
  await desk.post(path)
  expect((await own()).map(({ code }) => code)).toEqual(['FIRST'])
})

test('a code that was ended no longer counts and can be given to another creator', async () => {
  await assign(`${ana.partner}, SPRING`)
  await order({ code: 'SPRING' })
  const [, path = ''] =
    /action="(\/desk\/codes\/\d+\/end)"/.exec((await desk.get('/desk/codes')).html) ?? []
  for (let times = 0; times < 2; times += 1) expect((await desk.post(path)).status).toBe(303)
  expect(
    (await texts(ana)).filter((text) => text === 'Kitchen ended your discount code SPRING.'),
  ).toHaveLength(1)
  expect((await rowOf('SPRING')).slice(2, 4)).toEqual([expect.stringMatching(/^Ended /), '1'])
  expect(await order({ code: 'SPRING' })).toMatchObject({ status: 404 })
  expect((await assign(`${ben.partner}, spring`)).status).toBe(303)
  const before = await moneyOf(server, ben)
  await order({ code: 'SPRING' })
  expect((await moneyOf(server, ben))['pending']).toBe((before['pending'] ?? 0) + 1000)
})

test('an order with a click and a code follows the terms of the brand', async () => {
  await assign(`${ben.partner}, BEN`)
  const earned = async () =>
    [await moneyOf(server, ana), await moneyOf(server, ben)].map((money) => money['pending'] ?? 0)
  const [anaBefore = 0, benBefore = 0] = await earned()
  await both()
  expect(await earned()).toEqual([anaBefore + 1000, benBefore])
  await server.deps.sql`update brands set attribution = 'code_first' where id = ${shop.id}`
  await both()
  expect(await earned()).toEqual([anaBefore + 1000, benBefore + 1000])
})

test('codes of other brands do not exist here', async () => {
  await assign(`${ana.partner}, MINE`)
  const other = await addShop(server, { name: 'Garden', key: randomUUID() })
  expect(await order({ code: 'MINE' }, other)).toMatchObject({ status: 404 })
  const theirs = await enterDesk(server, other.id)
  expect((await theirs.get('/desk/codes')).html).not.toContain('MINE')
  const [, path = ''] =
    /action="(\/desk\/codes\/\d+\/end)"/.exec((await desk.get('/desk/codes')).html) ?? []
  expect((await theirs.post(path)).status).toBe(404)
  expect((await rowOf('MINE'))[2]).toBe('Active')
  expect((await theirs.post('/desk/codes', { codes: `${ana.partner}, THEIRS` })).status).toBe(400)
})

test('a creator without a link of the brand earns with the code', async () => {
  await assign(`${ana.partner}, LINKLESS`)
  await server.deps.sql`update links set brand_id = null where id = ${ana.linkId}`
  const before = await moneyOf(server, ana)
  await order({ code: 'LINKLESS' })
  expect((await moneyOf(server, ana))['pending']).toBe((before['pending'] ?? 0) + 1000)
})
