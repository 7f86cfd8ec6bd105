import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { WebhookDeliveries, WebhookDelivery } from '#contract/developers/webhooks.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { receiverForThisFile } from '#support/server/hosts/webhook-receiver.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { addWebhook, sendTest, WEBHOOKS, webhookOf } from '#support/server/webhooks.ts'
import {
  idempotencyKeys,
  webhookDeliveries,
  webhooks,
} from '../../../../server/platform/db/schema.ts'

const server = await startTestServer({ jobs: true })
const receiver = await receiverForThisFile()
const ana = newCreatorPerTest(server)

const URL = 'https://hooks.example/split'
const create = (body: object) =>
  ana.send('POST', WEBHOOKS, { url: URL, events: ['link.created'], ...body })
const errorsOf = async (answer: Response) => [
  answer.status,
  ((await answer.json()) as { errors: object }).errors,
]

const NO_HTTPS = 'Enter an address that starts with https://.'
const NOT_PUBLIC = 'Enter an address on the public internet, on a port for websites.'

describe('creating a webhook', () => {
  test('shows its secret once', async () => {
    const { secret, ...webhook } = await addWebhook(ana, URL, ['link.ended', 'link.created'])
    expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/)
    expect(webhook).toMatchObject({
      url: URL,
      events: ['link.created', 'link.ended'],
      is_active: true,
      disabled_at: null,
      disabled_reason: null,
      last_delivery: null,
      recent_failures: 0,
      delivered: 0,
      failed: 0,
    })
    expect(await ana.get(WEBHOOKS)).toEqual({ results: [webhook] })
    expect(await webhookOf(ana, webhook.id)).toEqual(webhook)
  })

  test('stores the secret only encrypted, also with an idempotency key', async () => {
    const body = { url: URL, events: ['link.created'] }
    const answer = await ana.send('POST', WEBHOOKS, body, { 'Idempotency-Key': 'once' })
    const { result } = (await answer.json()) as { result: { id: number; secret: string } }
    const rows = await server.deps.db.select().from(webhooks).where(eq(webhooks.id, result.id))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(result.secret.slice(6, 30))
    const kept = await server.deps.db.$count(idempotencyKeys, eq(idempotencyKeys.userId, ana.uuid))
    expect(kept).toBe(0)
  })

  const UNKNOWN = expect.stringContaining('Use one of these events: link.created,') as string
  const NO_PASSWORD = 'Remove the user name and the password from the address.'
  test.each([
    ['http', { url: 'http://hooks.example/split' }, 'url', NO_HTTPS],
    ['no address', { url: '' }, 'url', 'Enter the address.'],
    ['a text', { url: 'hooks' }, 'url', NO_HTTPS],
    ['a password in the address', { url: 'https://ana:pw@hooks.example/' }, 'url', NO_PASSWORD],
    ['the port of a mail server', { url: 'https://hooks.example:25/' }, 'url', NOT_PUBLIC],
    ['no event', { events: [] }, 'events', 'Choose at least one event.'],
    ['an unknown event', { events: ['link.read'] }, 'events', UNKNOWN],
  ])('refuses %s at its field', async (_, body, field, message) => {
    expect(await errorsOf(await create(body))).toEqual([400, { [field]: [message] }])
  })

  test('allows ten webhooks and no more, also for simultaneous calls', async () => {
    for (let nth = 0; nth < 8; nth += 1) await addWebhook(ana, `${URL}/${nth}`)
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({})))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    const errors = { non_field_errors: ['You have 10 webhooks. Delete one first.'] }
    expect(await errorsOf(await create({}))).toEqual([400, errors])
  })
})

describe('an installation on the internet', async () => {
  const guarded = await startTestServer({ allowPrivateFetch: false })

  test.each([
    ['http://127.0.0.1:8080/', NO_HTTPS],
    ['https://127.0.0.1/', NOT_PUBLIC],
    ['https://10.0.0.1/', NOT_PUBLIC],
    ['https://[::1]/', NOT_PUBLIC],
  ])('refuses %s', async (url, message) => {
    const ben = await signUp(guarded)
    const answer = await ben.send('POST', WEBHOOKS, { url, events: ['link.created'] })
    expect(await errorsOf(answer)).toEqual([400, { url: [message] }])
  })
})

describe('changing a webhook', () => {
  test('its address and events', async () => {
    const { id } = await addWebhook(ana, URL)
    const change = { url: `${URL}/2`, events: ['page.published'] }
    const answer = await ana.send('PATCH', `${WEBHOOKS}${id}/`, change)
    expect([answer.status, await answer.json()]).toMatchObject([200, { result: change }])
    expect(await webhookOf(ana, id)).toMatchObject(change)
  })

  test('it can be stopped and started', async () => {
    const { id } = await addWebhook(ana, URL)
    await ana.send('PATCH', `${WEBHOOKS}${id}/`, { is_active: false })
    const stopped = await webhookOf(ana, id)
    expect(stopped).toMatchObject({ is_active: false, disabled_reason: 'paused' })
    expect(Date.parse(stopped.disabled_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
    await ana.send('PATCH', `${WEBHOOKS}${id}/`, { is_active: true })
    expect(await webhookOf(ana, id)).toMatchObject({ is_active: true, disabled_reason: null })
  })

  test('deleting it deletes its log', async () => {
    const { id } = await addWebhook(ana, receiver.urlFor(ana))
    await sendTest(ana, id)
    expect((await ana.send('DELETE', `${WEBHOOKS}${id}/`)).status).toBe(204)
    expect((await ana.send('DELETE', `${WEBHOOKS}${id}/`)).status).toBe(404)
    const rows = await server.deps.db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, id))
    expect(rows).toBe(0)
  })
})

describe('the log', () => {
  test('is listed in pages, newest first', async () => {
    const { id } = await addWebhook(ana, URL)
    const delivery = { webhookId: id, event: 'link.created', facts: {}, dueAt: null }
    const rows = Array.from({ length: 45 }, (_, n) => ({ ...delivery, objectId: String(n) }))
    await server.deps.db.insert(webhookDeliveries).values(rows)
    const pages: WebhookDelivery[][] = []
    let next: string | null = `${WEBHOOKS}${id}/deliveries/`
    while (next !== null) {
      const page: WebhookDeliveries = await ana.get(next)
      expect(page.count).toBe(45)
      pages.push(page.results)
      next = page.next
    }
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5])
    const ids = pages.flat().map((one) => one.id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  test('refuses a cursor that is not a number', async () => {
    const { id } = await addWebhook(ana, URL)
    expect((await ana.send('GET', `${WEBHOOKS}${id}/deliveries/?before=x`)).status).toBe(400)
  })
})

test('another account sees and changes nothing', async () => {
  const { id } = await addWebhook(ana, receiver.urlFor(ana))
  const { id: delivery } = await sendTest(ana, id)
  const ben = await signUp(server)
  const own = await addWebhook(ben, URL)
  const calls: [string, string, object?][] = [
    ['GET', `${id}/`],
    ['PATCH', `${id}/`, { is_active: false }],
    ['DELETE', `${id}/`],
    ['POST', `${id}/secret/`],
    ['POST', `${id}/test/`],
    ['GET', `${id}/deliveries/`],
    ['POST', `${id}/deliveries/${delivery}/resend/`],
    ['POST', `${own.id}/deliveries/${delivery}/resend/`],
  ]
  for (const [method, path, body] of calls)
    expect([path, (await ben.send(method, WEBHOOKS + path, body)).status]).toEqual([path, 404])
  expect((await ben.get<{ results: object[] }>(WEBHOOKS)).results).toHaveLength(1)
  expect((await webhookOf(ana, id)).is_active).toBe(true)
})

test('an API key can create a webhook and does not see its secret again', async () => {
  const { key } = await addKey(ana, { scopes: ['webhooks:write'] })
  const send = withKey(server, key)
  const webhook = await addWebhook({ send }, URL)
  const answer = await send('GET', `${WEBHOOKS}${webhook.id}/`)
  expect(answer.status).toBe(200)
  expect(await answer.text()).not.toContain('whsec_')
})
