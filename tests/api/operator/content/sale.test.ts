import { expect, test } from 'vitest'
import type { Earnings } from '#contract/money/earnings.ts'
import type { Balance } from '#contract/money/wallet.ts'
import { contentFolder, KITCHEN } from '#support/server/money/content.ts'
import { addLink } from '#support/server/links.ts'
import { signUp } from '#support/server/people.ts'
import { visit } from '#support/server/links/short-links.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const files = contentFolder(server)
await files.picture('kitchen.png')

const KEY = 'a-key-of-the-kitchen-1'
const withKey = (key: string) =>
  KITCHEN.replace('    click_param: kid\n', `    click_param: kid\n    postback_key: ${key}\n`)

const tell = async (key: string, body: object) => {
  const headers = { 'X-Postback-Key': key }
  const answer = await server.request('POST', '/postback', { body, headers })
  return { status: answer.status, body: (await answer.json()) as object }
}

test('an order of a brand from the content file earns a commission (R-187, R-409, R-527)', async () => {
  expect(await files.apply(withKey(KEY))).toContain('another postback_key')
  expect(await files.apply(withKey(KEY))).toBe('Nothing to change.')
  const ana = await signUp(server)
  const link = await addLink(ana, 'https://kitchen.example/pan')
  const { location } = await visit(server, `/s/${link.short_code}`)
  const clickId = new URL(String(location)).searchParams.get('kid')
  await server.deps.clicks.settle()
  // An order in the same second as the click would be held for review.
  await server.deps.sql`update click_events set at = at - interval '1 hour' where id = ${clickId}`
  const order = { click_id: clickId, order_id: 'A-1', amount: '80.00', status: 'pending' }
  // The creator gets ten percent: four fifths of the rate of 12.5.
  expect(await tell(KEY, order)).toMatchObject({ status: 200, body: { commission: 8 } })
  expect((await tell('a-key-of-nobody-at-all', order)).status).toBe(403)

  expect((await ana.get<{ balance: Balance }>('/v1/bank/redemptions/')).balance).toMatchObject({
    available: 0,
    pending: 8,
  })
  const { results } = await ana.get<Earnings>('/v1/bank/pending_earnings/')
  expect(results).toMatchObject([{ amount: 8, organization: { name: 'Sample Kitchen' } }])
})

test('a new key of a brand works at once, the previous one for a while, and only for its brand', async () => {
  const other = 'another-key-of-the-kitchen'
  expect(await files.apply(withKey(other))).toContain('another postback_key')
  for (const key of [KEY, other]) {
    expect((await tell(key, { order_id: 'none', status: 'reversed' })).status).not.toBe(403)
  }
  const rival = `brands:\n  - { key: rival, name: Rival, rate: 5, postback_key: ${other} }\n`
  expect(await files.apply(rival)).toContain('another brand has this key')
})
