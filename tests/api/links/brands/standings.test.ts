import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type * as brands from '#contract/partners/brands.ts'
import { allJobsDone } from '#support/server/links/extraction.ts'
import { addShop, selling, tell, type Shop } from '#support/server/money/conversions.ts'
import { startWithCreator } from '#support/server/creator.ts'

const { server, ana } = await startWithCreator({ jobs: true })
const lamps = await addShop(server, { name: 'Lamps' })
const kitchen = await addShop(server, { name: 'Pans' })

async function sell(shop: Shop, amount: string, status: string) {
  const { clickId } = await selling(server, shop, ana)
  const order = { click_id: clickId, order_id: randomUUID(), amount, status }
  expect((await tell(server, shop, order)).status).toBe(200)
  return order
}

async function top() {
  await server.deps.jobs.add(server.deps.db, 'trending', {})
  await allJobsDone(server)
  const answer = await ana.send('GET', '/v2/my/discover/organizations/?type=top')
  const { results } = (await answer.json()) as { results: brands.Organization[] }
  return results.map(({ name }) => name)
}

test('top brands are sorted by approved commissions, without reversed ones (R-522, D-55)', async () => {
  // Pending orders do not count.
  await sell(lamps, '900', 'pending')
  const sold = await sell(kitchen, '20', 'approved')
  expect(await top()).toEqual(['Pans', 'Lamps'])
  await tell(server, kitchen, { ...sold, status: 'reversed', reason: 'Sent back' })
  expect(await top()).toEqual(['Lamps', 'Pans'])
  await sell(kitchen, '20', 'approved')
  await sell(lamps, '30', 'approved')
  expect(await top()).toEqual(['Lamps', 'Pans'])
  await sell(kitchen, '11', 'approved')
  expect(await top()).toEqual(['Pans', 'Lamps'])
})
