import * as v from 'valibot'
import { describe, expect } from 'vitest'
import { eventSchema } from '#contract/developers/webhook-events.ts'
import type { WebhookEvent } from '#contract/developers/webhooks.ts'
import { startConversation } from '#support/server/chatting.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { startReceiver, verified } from '#support/server/hosts/webhook-receiver.ts'
import { addLink, countClicks, editLink } from '#support/server/links.ts'
import { addSeller, addShop, approved, reversed, tell } from '#support/server/money/conversions.ts'
import { addEarner, addInstantShop, redeem } from '#support/server/money/wallet.ts'
import { addPage, editPage } from '#support/server/page/pages.ts'
import { type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { acceptByItself, inviteBy } from '#support/server/unmasking.ts'
import { addWebhook } from '#support/server/webhooks.ts'
import { eq } from 'drizzle-orm'
import { markPaid, returnPayout } from '../../../../server/money/wallet/payouts.ts'
import { links, webhookDeliveries, webhooks } from '../../../../server/platform/db/schema.ts'
import { webhookClickJob } from '../../../../server/partners/webhooks/webhook-clicks.ts'
import { webhookEndingJob } from '../../../../server/partners/webhooks/webhook-endings.ts'
import { withPeople } from '#support/server/creator.ts'

const server = await startTestServer({ jobs: true })
const test = withPeople(server)
const receiver = await forThisFile(startReceiver())

/** Creates a webhook for all events. */
const listen = (person: Person, events?: WebhookEvent[]) =>
  addWebhook(person, receiver.urlFor(person), events)

/**
 * Waits for these events in any order, and checks signatures and schemas. Returns their data by
 * name.
 */
async function expectEvents(person: Person, secret: string, ...names: WebhookEvent[]) {
  const messages = await receiver.messages(person, names.length)
  const events = messages.map((message) => verified(secret, message))
  for (const event of events) v.assert(eventSchema(event.type as WebhookEvent), event)
  expect(events.map(({ type }) => type).toSorted()).toEqual(names.toSorted())
  return Object.fromEntries(events.map((event) => [event.type, event.data]))
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const signal = new AbortController().signal
const reportClicks = async () => void (await webhookClickJob(server.deps, {}, signal))
const reportEndings = async () => void (await webhookEndingJob(server.deps, {}, signal))
const deliveriesOf = (webhookId: number) =>
  server.deps.db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, webhookId))

describe('links', () => {
  test('creating and changing a link', async ({ ana }) => {
    const { secret } = await listen(ana)
    const link = await addLink(ana)
    await editLink(ana, link, { name: 'Oak lamp', tags: ['wood'] })
    const data = await expectEvents(ana, secret, 'link.created', 'link.updated')
    expect(data['link.created']).toMatchObject({ uuid: link.uuid, split_url: link.split_url })
    expect(data['link.updated']).toMatchObject({ name: 'Oak lamp', tags: ['wood'] })
    const [created, updated] = receiver
      .receivedBy(ana)
      .map(({ event }) => event)
      .toSorted((a, b) => a.sequence - b.sequence)
    expect([created?.type, updated?.type]).toEqual(['link.created', 'link.updated'])
  })

  test('a link ends once when its time is over', async ({ ana }) => {
    const { id, secret } = await listen(ana, ['link.ended'])
    const link = await addLink(ana)
    const { sql } = server.deps
    await sql`update webhooks set endings_until = ${minutesAgo(3)} where id = ${id}`
    await sql`update links set expires_at = ${minutesAgo(2)} where id = ${link.uuid}`
    await reportEndings()
    await reportEndings()
    await expectEvents(ana, secret, 'link.ended')
    expect(await deliveriesOf(id)).toBe(1)
  })

  test('an expiry in the past or a block of the operator ends a link', async ({ ana }) => {
    const { secret } = await listen(ana, ['link.ended'])
    const [expired, blocked] = [await addLink(ana), await addLink(ana)]
    await editLink(ana, expired, { expires_at: '2020-01-01T00:00:00Z' })
    await server.deps.sql`update links set blocked_at = now() where id = ${blocked.uuid}`
    const messages = await receiver.messages(ana, 2)
    const ended = messages.map((message) => verified(secret, message).data)
    expect(ended).toContainEqual(
      expect.objectContaining({ uuid: expired.uuid, reason: 'expired', is_blocked: false }),
    )
    expect(ended).toContainEqual(
      expect.objectContaining({ uuid: blocked.uuid, reason: 'blocked', is_blocked: true }),
    )
  })
})

describe('clicks', () => {
  test('are sums of the links that were clicked since the last event', async ({ ana }) => {
    const [lamp, candle] = [await addLink(ana), await addLink(ana, 'https://shop.example/candle')]
    await countClicks(server, lamp, 5)
    const { id, secret } = await listen(ana, ['clicks.counted'])
    await countClicks(server, lamp, 8)
    await reportClicks()
    expect((await expectEvents(ana, secret, 'clicks.counted'))['clicks.counted']).toEqual({
      links: [{ uuid: lamp.uuid, clicks: 8, new_clicks: 3 }],
    })
    await countClicks(server, candle, 1)
    await reportClicks()
    // Ten seconds have not passed.
    expect(await deliveriesOf(id)).toBe(1)
    const clicksReportedAt = new Date(Date.now() - 11_000)
    await server.deps.db.update(webhooks).set({ clicksReportedAt }).where(eq(webhooks.id, id))
    await reportClicks()
    await reportClicks()
    const [, second] = await receiver.messages(ana, 2)
    const clicks = { uuid: candle.uuid, clicks: 1, new_clicks: 1 }
    expect(second?.event.data).toEqual({ links: [clicks] })
    expect(await deliveriesOf(id)).toBe(2)
  })
})

const STEPS_OF_ORDER = ['created', 'approved', 'reversed']
const STEPS_OF_PAYOUT = ['requested', 'paid', 'returned']
const eventsOf = (subject: string, steps: string[]) =>
  steps.map((step) => `${subject}.${step}` as WebhookEvent)

describe('money', () => {
  test('an order, its approval and its reversal', async () => {
    const shop = await addShop(server)
    const { ana, link, order } = await addSeller(server, shop)
    const { secret } = await listen(ana)
    await tell(server, shop, order)
    await tell(server, shop, approved(order))
    await tell(server, shop, reversed(order))
    const data = await expectEvents(ana, secret, ...eventsOf('conversion', STEPS_OF_ORDER))
    expect(data['conversion.created']).toMatchObject({
      state: 'pending',
      brand: { uuid: shop.id, name: shop.name },
      order_id: order.order_id,
      link_uuid: link.id,
    })
    expect(data['conversion.reversed']).toMatchObject({ state: 'reversed' })
  })

  test('a payout that is requested, paid and returned', async () => {
    const ana = await addEarner(server, await addInstantShop(server), 60)
    const { secret } = await listen(ana)
    const { id, number, target } = (await redeem(ana, { value: 25 })).body.result
    const { db } = server.deps
    const at = new Date()
    await markPaid(db, [id], { reference: 'PP-1', feeCents: 0, at })
    await returnPayout(db, id, 'The account is closed.', at)
    const data = await expectEvents(ana, secret, ...eventsOf('redemption', STEPS_OF_PAYOUT))
    const payout = { number, amount: 25, kind: 'paypal' }
    expect(data['redemption.requested']).toMatchObject(payout)
    expect(JSON.stringify(data)).not.toContain(target)
    expect(JSON.stringify(data)).not.toContain(target)
  })
})

describe('page, connections and messages', () => {
  test('publishing a page', async ({ ana }) => {
    const page = await addPage(ana)
    const { secret } = await listen(ana)
    await editPage(ana, page, { is_published: false })
    await editPage(ana, page, { is_published: true })
    const data = await expectEvents(ana, secret, 'page.published')
    expect(data['page.published']).toMatchObject({ id: page.id, slug: page.slug })
  })

  test('accepting the invitation of a brand', async ({ ana }) => {
    const { secret } = await listen(ana)
    const shop = await addShop(server)
    await acceptByItself(ana)
    await inviteBy(server, shop, ana)
    const data = await expectEvents(ana, secret, 'connection.accepted')
    expect(data['connection.accepted']).toMatchObject({ brand: { uuid: shop.id } })
  })

  test('a message of a brand', async () => {
    const { ana, chat, brand } = await startConversation(server)
    const { secret } = await listen(ana)
    await chat.say(brand.channel, 'Hello')
    await brand.says('Welcome!')
    const data = await expectEvents(ana, secret, 'message.received')
    const message = { channel_id: brand.channel, brand: { uuid: brand.id }, text: 'Welcome!' }
    expect(data['message.received']).toMatchObject(message)
  })
})

describe('an event that nobody subscribed to', () => {
  test('is not stored', async ({ ana, ben, eve }) => {
    const before = await server.deps.db.$count(webhookDeliveries)
    await listen(ana, ['page.published'])
    const stopped = await listen(ben)
    await ben.send('PATCH', `/v2/my/webhooks/${stopped.id}/`, { is_active: false })
    for (const person of [ana, ben, eve]) await addLink(person)
    expect(await server.deps.db.$count(webhookDeliveries)).toBe(before)
  })

  test('is undone with the change that caused it', async ({ ana }) => {
    const { id } = await listen(ana)
    const link = await addLink(ana)
    expect(await deliveriesOf(id)).toBe(1)
    const failing = server.deps.db.transaction(async (tx) => {
      await tx.update(links).set({ name: 'Candle' }).where(eq(links.id, link.uuid))
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await deliveriesOf(id)).toBe(1)
  })
})
