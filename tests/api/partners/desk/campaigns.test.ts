import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { campaigns, promotions } from '../../../../server/platform/db/schema.ts'
import { sendAsBrand } from '../../../../server/partners/chat/brand-side.ts'
import { createChatter } from '#support/server/chatting.ts'
import { addCreator, identifyingTexts, type Creator } from '#support/server/desk-market.ts'
import { enterDesk, type DeskVisitor } from '#support/server/desk.ts'
import { addShop, type Shop } from '#support/server/money/conversions.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

let shop: Shop
let other: Shop
let desk: DeskVisitor
const server = await startTestServer()
beforeEach(async () => {
  shop = await addShop(server, { name: 'Kitchen', key: `kitchen-${randomUUID()}` })
  other = await addShop(server, { name: 'Garden', key: `garden-${randomUUID()}` })
  desk = await enterDesk(server, shop.id)
})

const DAY_MS = 24 * 60 * 60 * 1000
/** Start of today in UTC. */
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS
const daysAgo = (days: number) => new Date(TODAY - days * DAY_MS)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

type Fields = Partial<typeof campaigns.$inferInsert>
async function addCampaign(name: string, fields: Fields = {}, of = shop): Promise<number> {
  const values = { key: randomUUID(), brandId: of.id, name, ...fields }
  const [row] = await server.deps.db.insert(campaigns).values(values).returning()
  return row?.id ?? 0
}

/** Returns the cells of a campaign's row by column name. */
async function rowOf(name: string, visitor = desk): Promise<Record<string, string>> {
  const { html } = await visitor.get('/desk/campaigns')
  const row = html.split('<tr').find((one) => one.includes(`<b>${name}</b>`)) ?? ''
  const cells = row.matchAll(/data-label="(\w+)"[^>]*>(.*?)<\/td>/gs)
  return Object.fromEntries(
    [...cells].map(([, label = '', html = '']) => [label, html.replaceAll(/<[^>]+>/g, '')]),
  )
}
const appliedTo = async (name: string) => (await rowOf(name))['Applied']

test('a creator who writes after Apply counts as applied, once, for that campaign (D-57)', async () => {
  const [bread, cake] = [await addCampaign('Bread Week'), await addCampaign('Cake Week')]
  const foreign = await addCampaign('Garden Week', {}, other)
  const newChatter = async () => createChatter(server, await signUp(server))
  const [hers, his, theirs] = [await newChatter(), await newChatter(), await newChatter()]
  const channel = await hers.open({ campaign_id: bread })
  // Apply sends nothing, so it does not count.
  expect(await appliedTo('Bread Week')).toBe('0')
  const place = { organizationId: shop.id, channelId: channel }
  await sendAsBrand(server.deps.db, { ...place, text: 'Hello', key: null })
  expect(await appliedTo('Bread Week')).toBe('0')
  for (const text of ['I would like to bake.', 'Every day.']) await hers.say(channel, text)
  expect(await appliedTo('Bread Week')).toBe('1 in Messages')

  await his.open({ campaign_id: bread })
  await his.say(await his.open({ campaign_id: cake }), 'I would like to bake a cake.')
  for (const name of ['Bread Week', 'Cake Week'])
    expect(await appliedTo(name)).toBe('1 in Messages')
  await theirs.say(await theirs.open({ organization_uuid: shop.id }), 'Do you have plates?')
  await theirs.say(await theirs.open({ campaign_id: foreign }), 'I would like to plant.')
  expect(await appliedTo('Bread Week')).toBe('1 in Messages')
  expect(await rowOf('Garden Week')).toEqual({})
})

/** Moves all sales and clicks of this creator to a day. */
async function movedTo(at: Date, { uuid }: Creator) {
  const { sql } = server.deps
  await sql`update conversions set ordered_at = ${at} where user_id = ${uuid}`
  await sql`update brand_days set day = ${dayOf(at)} where user_id = ${uuid}`
}

/** Expected sums for a number of creators. */
const sums = (partners: number) => ({
  Partners: String(partners),
  // First clicks of two visitors, and one repeated click.
  Clicks: String(3 * partners),
  Sales: `$${80 * partners}.00`,
})

test('a campaign counts partners, clicks and sales from its first to its last day', async () => {
  await addCampaign('March', { startsAt: daysAgo(40), endsAt: daysAgo(30) })
  await addCampaign('Now', { startsAt: daysAgo(5), endsAt: daysAgo(-5) })
  await addCampaign('Next', { startsAt: daysAgo(-2), endsAt: daysAgo(-9) })
  const creator = () => addCreator(server, shop)
  const [first, last, after] = [await creator(), await creator(), await creator()]
  const today = await creator()
  await addCreator(server, other)
  await movedTo(daysAgo(40), first)
  await movedTo(new Date(daysAgo(30).getTime() - 1), last)
  await movedTo(daysAgo(30), after)
  expect(await rowOf('March')).toMatchObject({ State: 'Ended', ...sums(2) })
  expect(await rowOf('Now')).toMatchObject({ State: 'Active', ...sums(1) })
  const none = { Partners: '–', Clicks: '–', Sales: '–' }
  expect(await rowOf('Next')).toMatchObject({ State: 'Upcoming', ...none })

  // A reversed sale no longer counts, but the creator's clicks do.
  await server.deps.sql`update conversions set state = 'reversed' where user_id = ${today.uuid}`
  expect(await rowOf('Now')).toMatchObject({ ...sums(1), Sales: '$0.00' })
  const { html } = await desk.get('/desk/campaigns')
  for (const trait of [first, last, after, today].flatMap(identifyingTexts))
    expect(html).not.toContain(trait)
})

test('a campaign without a first day counts from its creation; a bonus has no applications', async () => {
  await addCampaign('Always', { createdAt: daysAgo(10) })
  const { id: brandId } = shop
  const bonus = { key: randomUUID(), brandId, title: 'Sell five', type: 'bonus_opp' as const }
  await server.deps.db
    .insert(promotions)
    .values({ ...bonus, bonusCents: 2500, createdAt: daysAgo(3) })
  const [before, since] = [await addCreator(server, shop), await addCreator(server, shop)]
  await movedTo(daysAgo(12), before)
  await movedTo(daysAgo(6), since)
  expect(await rowOf('Always')).toMatchObject({ Applied: '0', Partners: '1', Sales: '$80.00' })
  expect(await rowOf('Sell five')).toMatchObject({ Rate: '$25', Applied: '–', Partners: '0' })
})
