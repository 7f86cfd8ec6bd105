import { expect, test } from 'vitest'
import { readLink, search } from '#support/server/links.ts'
import { addLink as addStoredLink, clickOn } from '#support/server/links/short-links.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer()

const DAY_MS = 24 * 60 * 60 * 1000
/** Returns noon of a day, so that no test crosses midnight. */
const noon = (daysAgo: number) => (Math.floor(Date.now() / DAY_MS) - daysAgo) * DAY_MS + DAY_MS / 2
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

test('a link has its recent clicks per day', async () => {
  const ana = await signUp(server)
  const link = await addStoredLink(server, { userId: ana.uuid })
  const quiet = await addStoredLink(server, { userId: ana.uuid })
  const { clicks } = server.deps
  for (const [nth, daysAgo] of [45, 5, 5, 2, 2, 2].entries())
    clicks.record(clickOn(link, { at: noon(daysAgo), remote: `203.0.113.${nth + 1}` }))
  // Clicks by bots are not shown.
  const bot = { remote: '203.0.113.9', userAgent: 'Googlebot/2.1' }
  clicks.record(clickOn(quiet, { at: noon(1), ...bot }))
  await clicks.settle()
  const recent_clicks = { until: dayOf(noon(2)), days: [2, 0, 0, 3] }
  const { results } = await search(ana)
  const listed = results.find(({ uuid }) => uuid === link.id)
  expect(listed).toMatchObject({ lifetime_clicks: 6, recent_clicks })
  expect(await readLink(ana, { uuid: link.id })).toMatchObject({ recent_clicks })
  expect(results.find(({ uuid }) => uuid === quiet.id)).not.toHaveProperty('recent_clicks')
})
