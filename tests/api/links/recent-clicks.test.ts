import { afterAll, beforeAll, expect, test } from 'vitest'
import { readLink, search } from '#support/server/links.ts'
import { addLink as addStoredLink, clickOn, PHONE } from '#support/server/links/short-links.ts'
import { signUp } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const DAY_MS = 24 * 60 * 60 * 1000
/** Returns noon of a day, so that no test crosses midnight. */
const noon = (daysAgo: number) => (Math.floor(Date.now() / DAY_MS) - daysAgo) * DAY_MS + DAY_MS / 2
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

test('a link carries its clicks of the last days, a number a day, from the first to the last', async () => {
  const ana = await signUp(server)
  const link = await addStoredLink(server, { userId: ana.uuid })
  const quiet = await addStoredLink(server, { userId: ana.uuid })
  const days = [45, 5, 5, 2, 2, 2]
  for (const [nth, daysAgo] of days.entries())
    server.deps.clicks.record(
      clickOn(link, { at: noon(daysAgo), remote: `203.0.113.${nth + 1}`, userAgent: PHONE }),
    )
  // Clicks by bots are not shown.
  server.deps.clicks.record(
    clickOn(quiet, { at: noon(1), remote: '203.0.113.9', userAgent: 'Googlebot/2.1' }),
  )
  await server.deps.clicks.settle()
  const recent_clicks = { until: dayOf(noon(2)), days: [2, 0, 0, 3] }
  const { results } = await search(ana)
  expect(results.find(({ uuid }) => uuid === link.id)).toMatchObject({
    lifetime_clicks: 6,
    recent_clicks,
  })
  expect(await readLink(ana, { uuid: link.id })).toMatchObject({ recent_clicks })
  expect(results.find(({ uuid }) => uuid === quiet.id)).not.toHaveProperty('recent_clicks')
})
