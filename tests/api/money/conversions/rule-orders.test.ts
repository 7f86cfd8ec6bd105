import { expect, test } from 'vitest'
import { stores } from '../../../../server/platform/db/schema.ts'
import { addLink, editLink } from '#support/server/links.ts'
import { visit } from '#support/server/links/short-links.ts'
import { analytics } from '#support/server/money/analytics.ts'
import {
  addShop,
  newOrder,
  settleLater,
  tell,
  type Shop,
} from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })

async function addStore(host: string, clickParam: string): Promise<Shop> {
  const shop = await addShop(server, { name: host, clickParam })
  await server.deps.db.insert(stores).values({ brandId: shop.id, host })
  return shop
}

const orderOf = (url: URL, parameter: string) => newOrder(url.searchParams.get(parameter) ?? '')

test('an order has the shop, the source and the rule of its click', async () => {
  const pans = await addStore('pans.example', 'pan_click')
  const pots = await addStore('pots.example', 'pot_click')
  const ana = await signUp(server)
  const link = await addLink(ana, 'https://pans.example/28')
  const conditions = [{ kind: 'query', values: ['to=pots'] }]
  await editLink(ana, link, {
    rules: [{ id: 'pots1', target_url: 'https://pots.example/5', conditions }],
  })

  const open = async (tail: string) =>
    new URL((await visit(server, `/s/${link.short_code}${tail}`)).location ?? '')
  const byRule = await open('/story?to=pots')
  const byDefault = await open('')
  expect([byRule.host, byDefault.host]).toEqual(['pots.example', 'pans.example'])
  await server.deps.clicks.settle()

  const orderOfPots = orderOf(byRule, 'pot_click')
  // Another shop cannot claim the click. Its order waits for a click of its own.
  expect(await tell(server, pans, orderOfPots)).toMatchObject({ body: { status: 'parked' } })
  expect((await tell(server, pots, orderOfPots)).status).toBe(200)
  expect((await tell(server, pans, orderOf(byDefault, 'pan_click'))).status).toBe(200)
  await settleLater(server, 0)

  const ordersBy = async (group_by: 'rule' | 'source') => {
    const { results } = await analytics(ana, { group_by, link_uuid: link.uuid })
    return Object.fromEntries(results.map(({ key, conversions }) => [key, conversions]))
  }
  expect(await ordersBy('rule')).toEqual({ pots1: 1, else: 1 })
  expect(await ordersBy('source')).toEqual({ story: 1, '': 1 })
})
