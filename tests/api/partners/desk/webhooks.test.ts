import { expect, test, vi } from 'vitest'
import { TEST_EVENT } from '#contract/developers/webhooks.ts'
import { enterDesk, type DeskVisitor } from '#support/server/desk.ts'
import { accept, addCreator, identifyingTexts } from '#support/server/desk-market.ts'
import { forThisFile } from '#support/server/for-this-file.ts'
import { startReceiver, verified } from '#support/server/hosts/webhook-receiver.ts'
import { mailsTo } from '#support/server/links/outbox.ts'
import { addShop, newOrder, tell, type Shop } from '#support/server/money/conversions.ts'
import { newEmail } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { inviteBy } from '#support/server/unmasking.ts'
import { deskPeople } from '../../../../server/platform/db/schema.ts'
import { expectParts } from '#support/expect-parts.ts'

const server = await startTestServer({ jobs: true })
const receiver = await forThisFile(startReceiver())

const PATH = '/desk/webhooks'
const ALL = ['conversion.created', 'connection.accepted', 'message.received']

/** Adds a webhook with the form, and returns its secret and the path of its page. */
async function add(visitor: DeskVisitor, shop: Shop, events = ALL) {
  const chosen = Object.fromEntries(events.map((event) => [`event:${event}`, 'on']))
  const url = receiver.urlFor({ uuid: shop.id })
  const { status, html } = await visitor.post(PATH, { url, ...chosen })
  const [secret = ''] = /whsec_[0-9A-Za-z+/=]+/.exec(html) ?? []
  const [page = ''] = /\/desk\/webhooks\/\d+/.exec(html) ?? []
  expect([status, secret.length, page === '']).toEqual([200, 50, false])
  return { secret, page }
}

const received = (shop: Shop, count: number) => receiver.messages({ uuid: shop.id }, count)

test('a brand adds a webhook, sends a test, sees the log and sends it again', async () => {
  const shop = await addShop(server)
  const visitor = await enterDesk(server, shop.id)
  const { secret, page } = await add(visitor, shop)
  expect((await visitor.get(page)).html).not.toContain('whsec_')
  expect((await visitor.get(PATH)).html).toContain(receiver.urlFor({ uuid: shop.id }))
  const sent = await visitor.post(`${page}/test`)
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, page])
  const [message] = await received(shop, 1)
  if (!message) throw new Error('no message')
  expect(verified(secret, message).type).toBe(TEST_EVENT)
  await vi.waitFor(async () => expect((await visitor.get(page)).html).toContain('204'))
  const { html } = await visitor.get(page)
  expect(html).toContain('>Active<')
  receiver.answerWith((response) => response.writeHead(500).end())
  await visitor.post(`${page}/test`)
  await vi.waitFor(async () => expect((await visitor.get(PATH)).html).toContain('>Failing<'))
  receiver.answerWith()
  const [, delivery = ''] = /name="delivery" value="(\d+)"/.exec(html) ?? []
  await visitor.post(`${page}/resend`, { delivery })
  const [, , again] = await received(shop, 3)
  expect(again?.headers['webhook-id']).toBe(message.headers['webhook-id'])
  expect((await visitor.post(`${page}/delete`)).headers.get('Location')).toBe(PATH)
  expect((await visitor.get(page)).status).toBe(404)
})

test('orders and messages do not tell who the partner is before they agree', async () => {
  const shop = await addShop(server)
  const visitor = await enterDesk(server, shop.id)
  const { secret } = await add(visitor, shop)
  const creator = await addCreator(server, shop)
  const masked = await received(shop, 2)
  const events = masked.map((message) => verified(secret, message))
  expect(events.map(({ type }) => type).toSorted()).toEqual([
    'conversion.created',
    'message.received',
  ])
  for (const { data } of events)
    expect(data['partner']).toEqual({ id: creator.partner, name: creator.partner })
  for (const text of identifyingTexts(creator))
    for (const { body } of masked) expect(body).not.toContain(text)
  await inviteBy(server, shop, creator)
  await accept(creator)
  expect((await received(shop, 3)).at(-1)?.event).toMatchObject({
    type: 'connection.accepted',
    data: { partner: { id: creator.partner, name: `${creator.first} ${creator.last}` } },
  })
  await tell(server, shop, newOrder(creator.clickId))
  const expected = { amount: 80, partner: { name: `${creator.first} ${creator.last}` } }
  expect((await received(shop, 4)).at(-1)?.event.data).toMatchObject(expected)
})

test('a brand sees and changes only its own webhooks', async () => {
  const [shop, other] = [await addShop(server), await addShop(server)]
  const { page } = await add(await enterDesk(server, shop.id), shop)
  const stranger = await enterDesk(server, other.id)
  expect((await stranger.get(page)).status).toBe(404)
  for (const action of ['test', 'stop', 'start', 'secret', 'delete'])
    expect([action, (await stranger.post(`${page}/${action}`)).status]).toEqual([action, 404])
  expect((await stranger.get(PATH)).html).toContain('No webhooks yet')
})

test('an address that is not allowed is refused with the reason', async () => {
  const shop = await addShop(server)
  const visitor = await enterDesk(server, shop.id)
  const url = 'http://shop.example/hook'
  const refused = await visitor.post(PATH, { url, 'event:conversion.created': 'on' })
  expect(refused.status).toBe(400)
  expectParts(refused.html, 'Enter an address that starts with https://.', `value="${url}"`)
  const none = await visitor.post(PATH, { url: 'https://shop.example/hook' })
  expect(none.html).toContain('Choose at least one event.')
})

test('the brand gets an email when its receiver is gone', async () => {
  const shop = await addShop(server)
  const email = newEmail()
  await server.deps.db.insert(deskPeople).values({ brandId: shop.id, email, role: 'manager' })
  const visitor = await enterDesk(server, shop.id)
  const { page } = await add(visitor, shop)
  receiver.answerWith((response) => response.writeHead(410).end())
  await addCreator(server, shop)
  await vi.waitFor(
    () => expect(mailsTo(server, email).join()).toContain('We stopped your Split webhook'),
    { timeout: 20_000 },
  )
  receiver.answerWith()
  expect((await visitor.get(page)).html).toContain('Stopped: it is gone')
  await visitor.post(`${page}/start`)
  const started = await visitor.get(page)
  expect(started.html).toContain(`${page}/stop`)
  expect(started.html).not.toContain('Stopped')
})
