import { expect, test } from 'vitest'
import { enterDesk } from '#support/server/desk.ts'
import { contentFolder } from '#support/server/money/content.ts'
import { startTestServer } from '#support/server/test-app.ts'

const CONTENT = `brands:
  - { key: pans, name: Pans, rate: 10, creator_share: 50 }
  - { key: pots, name: Pots, rate: 10, creator_share: 50 }
campaigns:
  - { key: week, brand: pans, name: Pan Week, starts_at: 2990-06-03, ends_at: 2990-06-09 }
  - { key: hours, brand: pans, name: Pan Hours, ends_at: 2990-06-09T18:00:00Z }
  - { key: other, brand: pots, name: Pot Week }
`

const server = await startTestServer()
const files = contentFolder(server)
const said = await files.apply(CONTENT)
if (!said.endsWith('Done.')) throw new Error(said)

test('a brand sees its offers with the days that the operator entered', async () => {
  const [brand] = await server.deps.sql<{ id: string }[]>`select id from brands where key = 'pans'`
  const desk = await enterDesk(server, brand?.id ?? '')
  const { html } = await desk.get('/desk/campaigns')
  const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
  expect(text).toContain('Pan Week Campaign Upcoming Jun 3 to Jun 9 5%')
  expect(text).toContain('Pan Hours Campaign Active Until Jun 9 5%')
  expect(text).not.toContain('Pot Week')
})
