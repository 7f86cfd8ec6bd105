import { expect, test } from 'vitest'
import { deleteOldClicks } from '../../../../server/redirect/analytics/drop-clicks.ts'
import { clickId } from '../../../../server/redirect/clicks/click-id.ts'
import { addLink, clickOn, countsOf, eventsOf } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ clickLogDays: 400 })

const DAY = 24 * 60 * 60 * 1000
const drop = () => deleteOldClicks(server.deps, {}, new AbortController().signal)

test('clicks older than the retention time are deleted; their sums stay', async () => {
  const link = await addLink(server)
  for (const days of [500, 401, 399, 0]) {
    const at = Date.now() - days * DAY
    server.deps.clicks.record(clickOn(link, { at, id: clickId(at) }))
  }
  const counts = await countsOf(server, link)
  const sum = async () => {
    const { sql } = server.deps
    const [row] = await sql`
      select sum(human + "unique") as days from link_days where link_id = ${link.id}`
    return row
  }
  expect(await sum()).toEqual({ days: '4' })

  // Clicks are kept while a job to rebuild days from them is waiting.
  await server.deps.jobs.add(server.deps.db, 'rebuild-days', { userId: link.userId })
  await drop()
  expect(await eventsOf(server, link)).toHaveLength(4)
  await server.deps.sql`delete from graphile_worker._private_jobs`

  await drop()
  const left = await eventsOf(server, link)
  expect(left.map(({ at }) => Math.round((Date.now() - at.getTime()) / DAY))).toEqual([399, 0])
  expect(await countsOf(server, link)).toEqual(counts)
  expect(await sum()).toEqual({ days: '4' })
})
