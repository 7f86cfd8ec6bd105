import { expect, test } from 'vitest'
import {
  addBrand,
  addLink,
  addOwner,
  clickOn,
  editLink,
  PHONE,
} from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

type Row = { brand_id: string; day: string; user_id: string; human: number; unique: number }

const storedRows = (brandId: string) => server.deps.sql<Row[]>`
  select brand_id, user_id, day::text, human, "unique" from brand_days
  where brand_id = ${brandId} order by day, user_id`

/** Computes the expected rows from the clicks. */
const expectedRows = (brandId: string) => server.deps.sql<Row[]>`
  select click_events.brand_id, user_id, (at at time zone 'UTC')::date::text as day,
    (count(*) filter (where kind = 1))::int as human,
    (count(*) filter (where kind = 2))::int as "unique"
  from click_events join links on links.id = link_id
  where click_events.brand_id = ${brandId} and kind in (1, 2)
  group by 1, 2, 3 order by 3, 2`

test('visits are counted for the brand and day of each redirect', async () => {
  const [first, second] = [await addBrand(server, 'kid'), await addBrand(server, 'kid')]
  const link = await addLink(server, { brandId: first })
  const secondOwnerLink = await addLink(server, { brandId: first, userId: await addOwner(server) })
  const visit = (of: typeof link, time: string, visitor: number, userAgent = PHONE) => {
    const { id: linkId, userId, brandId } = of
    const [at, remote] = [Date.parse(time), `203.0.113.${visitor}`]
    server.deps.clicks.record(
      clickOn(of, { link: { linkId, userId, brandId }, at, remote, userAgent }),
    )
  }
  for (let visitor = 1; visitor <= 20; visitor++) visit(link, '2026-05-01T23:59:30Z', visitor)
  visit(link, '2026-05-01T23:59:59Z', 1)
  visit(link, '2026-05-02T00:00:01Z', 2)
  visit(link, '2026-05-01T12:00:00Z', 3, 'Googlebot/2.1')
  visit(secondOwnerLink, '2026-05-01T12:00:00Z', 4)
  await server.deps.clicks.settle()
  const before = await storedRows(first)
  expect(before).toEqual(await expectedRows(first))
  expect(before).toHaveLength(3)
  await editLink(server, link, { brandId: second })
  visit({ ...link, brandId: second }, '2026-05-02T12:00:00Z', 5)
  await server.deps.clicks.settle()
  // The earlier clicks still belong to the first brand, and the second does not see them.
  expect(await storedRows(first)).toEqual(before)
  expect(await storedRows(second)).toEqual(await expectedRows(second))
  expect(await storedRows(second)).toHaveLength(1)
  // The link's brand changes between clicks of the same batch.
  visit({ ...link, brandId: second }, '2026-05-03T12:00:00Z', 6)
  visit({ ...link, brandId: first }, '2026-05-03T12:00:01Z', 7)
  visit({ ...link, brandId: second }, '2026-05-03T12:00:02Z', 8)
  await server.deps.clicks.settle()
  for (const brandId of [first, second]) {
    expect(await storedRows(brandId)).toEqual(await expectedRows(brandId))
    expect((await storedRows(brandId)).at(-1)?.day).toBe('2026-05-03')
  }
})
