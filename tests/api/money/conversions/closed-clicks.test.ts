import { expect } from 'vitest'
import { clickPartOf, linkPartOf } from '../../../../server/redirect/sub-ids/click-key.ts'
import { withPeople } from '#support/server/creator.ts'
import { closeAll } from '#support/server/links/all-clicks.ts'
import { addLink, clickOn, type StoredLink } from '#support/server/links/short-links.ts'
import { analytics } from '#support/server/money/analytics.ts'
import {
  addShop,
  addShopLink,
  latestEarning,
  newOrder,
  tell,
} from '#support/server/money/conversions.ts'
import { sendReport } from '#support/server/money/network-reports.ts'
import { clickId } from '../../../../server/redirect/clicks/click-id.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const test = withPeople(server)

const DAY_MS = 24 * 60 * 60 * 1000

/** Records a click of ten days ago among others of its day, and closes the day. Returns its id. */
async function closedClick({ id: linkId, userId, brandId }: StoredLink): Promise<string> {
  const at = Date.now() - 10 * DAY_MS
  const [id, same] = [clickId(at), clickId(at)]
  const link = { linkId, userId, brandId }
  const click = (one: string, referrer: string, remote: string) =>
    server.deps.clicks.record(
      clickOn({ id: linkId, userId }, { link, id: one, at, referrer, remote, facets: 'story||' }),
    )
  click(same, 'https://other.example/', '203.0.113.7')
  click(id, 'https://news.example/a', '203.0.113.8')
  await server.deps.clicks.settle()
  await closeAll(server)
  return id
}

test('an order of a closed click counts for its creator, with the data of the click', async ({
  ana,
}) => {
  const shop = await addShop(server)
  const id = await closedClick(await addShopLink(server, shop, ana))
  const answer = await tell(server, shop, newOrder(id, { status: 'approved' }))
  expect(answer).toMatchObject({ status: 200, body: { commission: 8 } })
  const earning = await ana.get(`/v1/bank/earnings/${await latestEarning(server, ana)}/`)
  expect(earning).toMatchObject({
    attributed_by: 'click',
    click: { referrer: 'news.example', device: 'phone' },
  })
  const bySource = await analytics(ana, { group_by: 'source' })
  expect(bySource.results).toMatchObject([{ key: 'story', conversions: 1 }])
})

test('an order with the closed click of another shop, or an unknown id of its day, is refused', async ({
  ana,
}) => {
  const [shop, other] = [await addShop(server), await addShop(server)]
  const id = await closedClick(await addShopLink(server, shop, ana))
  expect((await tell(server, other, newOrder(id))).status).toBe(404)
  const unknown = clickId(Date.now() - 10 * DAY_MS)
  expect((await tell(server, shop, newOrder(unknown))).status).toBe(404)
})

for (const addsSubIds of [true, false])
  test(`a network’s report finds a closed click if the user adds sub-ids (${addsSubIds})`, async ({
    ana,
  }) => {
    await ana.send('PATCH', '/v2/my/networks/settings/', { add_sub_ids: addsSubIds })
    const link = await addLink(server, { userId: ana.uuid })
    const id = await closedClick(link)
    const report = [
      'Transaction ID,Status,Transaction Date,Click Ref,Commission,Currency',
      `1,approved,2026-03-01,${linkPartOf(link.id)}${clickPartOf(id)},1.00,EUR`,
    ].join('\n')
    await sendReport(ana, report, {}, 'dry_run=false&name=report.csv')
    const rows = await server.deps.sql`
      select link_id, click_id from network_rows where user_id = ${ana.uuid}`
    expect(rows).toEqual([{ link_id: link.id, click_id: addsSubIds ? id : null }])
  })
