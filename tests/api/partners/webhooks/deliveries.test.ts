import { describe, expect, test, vi } from 'vitest'
import { newCreatorPerTest } from '#support/server/creator.ts'
import {
  receiverForThisFile,
  startReceiver,
  verified,
} from '#support/server/hosts/webhook-receiver.ts'
import { addLink } from '#support/server/links.ts'
import { type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { addWebhook, logOf, sendTest, WEBHOOKS, webhookOf } from '#support/server/webhooks.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { listed } from '#support/server/activity.ts'

const server = await startTestServer({ jobs: true })
const receiver = await receiverForThisFile()
const ana = newCreatorPerTest(server)

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const FIRST_DAY = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]
const SCHEDULE = [...FIRST_DAY, DAY, DAY, DAY, DAY, DAY]

/** Makes all waiting deliveries of a webhook due and sends them. */
async function sendNow(id: number) {
  await server.deps.sql`
    update webhook_deliveries set due_at = now() where webhook_id = ${id} and due_at is not null`
  server.deps.webhooks.wake()
}

/** Waits until the newest delivery has had this many attempts, and returns it. */
const attempted = (id: number, attempts: number) =>
  vi.waitFor(
    async () => {
      const [newest] = await logOf(ana, id)
      if (newest?.attempts !== attempts) throw new Error(`${newest?.attempts} attempts`)
      return newest
    },
    { timeout: 20_000, interval: 20 },
  )

const activityOf = async (person: Person) =>
  (await listed(person, 'special/rendered')).notifications

describe('a receiver that fails', () => {
  test('gets each event again after growing times, and is disabled after the last', async () => {
    receiver.answerWith((response) => response.writeHead(500).end('broken'))
    const { id, secret } = await addWebhook(ana, receiver.urlFor(ana), ['link.created'])
    await addLink(ana)
    for (const [nth, seconds] of SCHEDULE.entries()) {
      const shown = await attempted(id, nth + 1)
      expect(shown).toMatchObject({ status: 'waiting', problem: 'refused', response_status: 500 })
      const wait = Date.parse(shown.next_attempt_at ?? '') - Date.parse(shown.attempted_at ?? '')
      expect(wait / 1000).toBe(seconds)
      await sendNow(id)
    }
    const last = await attempted(id, SCHEDULE.length + 1)
    expect(last).toMatchObject({ status: 'failed', next_attempt_at: null })
    const disabled = { is_active: false, disabled_reason: 'failed', failed: 1 }
    expect(await webhookOf(ana, id)).toMatchObject(disabled)
    const text = expect.stringContaining('got no event for more than five days') as string
    expect(await activityOf(ana)).toContainEqual(expect.objectContaining({ text }))
    const messages = await receiver.messages(ana, SCHEDULE.length + 1)
    expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(messages.map(({ body }) => body)).size).toBe(1)
    for (const message of messages) expect(verified(secret, message).type).toBe('link.created')
  })

  test('gets later events while an earlier one waits', async () => {
    receiver.answerWith((response) => response.writeHead(500).end())
    const { id } = await addWebhook(ana, receiver.urlFor(ana), ['link.created'])
    await addLink(ana)
    await attempted(id, 1)
    receiver.answerWith()
    await addLink(ana, 'https://shop.example/candle')
    await attempted(id, 1)
    await vi.waitFor(async () => {
      expect((await logOf(ana, id)).map(({ status }) => status)[0]).toBe('delivered')
    })
    await sendNow(id)
    await vi.waitFor(async () =>
      expect(await webhookOf(ana, id)).toMatchObject({ delivered: 2, failed: 0 }),
    )
  })

  test('with status 410 is disabled at once', async () => {
    receiver.answerWith((response) => response.writeHead(410).end())
    const { id } = await addWebhook(ana, receiver.urlFor(ana), ['link.created'])
    await addLink(ana)
    expect(await attempted(id, 1)).toMatchObject({ status: 'failed', response_status: 410 })
    expect(await webhookOf(ana, id)).toMatchObject({ is_active: false, disabled_reason: 'gone' })
    const text = expect.stringContaining('answered that it is gone (410)') as string
    const item = { text, url: `/settings/developers/webhooks/${id}` }
    expect(await activityOf(ana)).toContainEqual(expect.objectContaining(item))
  })

  test('is not followed to another address', async () => {
    receiver.answerWith((response) => response.writeHead(307, { Location: '/other' }).end())
    const { id } = await addWebhook(ana, receiver.urlFor(ana), ['link.created'])
    await addLink(ana)
    expect(await attempted(id, 1)).toMatchObject({ status: 'waiting', problem: 'redirected' })
    expect(receiver.receivedBy({ uuid: 'other' })).toEqual([])
  })

  test('without a program at its address is tried again', async () => {
    const closed = await startReceiver()
    await closed.stop()
    const { id } = await addWebhook(ana, closed.urlFor(ana), ['link.created'])
    await addLink(ana)
    const unreachable = { status: 'waiting', problem: 'unreachable', response_status: null }
    expect(await attempted(id, 1)).toMatchObject(unreachable)
  })

  test('that hangs does not delay another', async () => {
    receiver.answerWith((response, { path }) => {
      if (path !== '/slow') response.end()
    })
    const hanging = await addWebhook(ana, receiver.urlFor({ uuid: 'slow' }))
    await addWebhook(ana, receiver.urlFor(ana))
    for (let nth = 0; nth < 20; nth += 1) await addLink(ana)
    await receiver.messages(ana, 20)
    expect((await webhookOf(ana, hanging.id)).delivered).toBe(0)
  })
})

describe('the address', () => {
  test('is checked again when a message is sent', async () => {
    const { id } = await addWebhook(ana, receiver.urlFor(ana), ['link.created'])
    vi.spyOn(server.deps.config, 'allowPrivateFetch', 'get').mockReturnValue(false)
    try {
      await addLink(ana)
      expect(await attempted(id, 1)).toMatchObject({ problem: 'blocked', response_status: null })
      expect(receiver.receivedBy(ana)).toEqual([])
    } finally {
      vi.restoreAllMocks()
    }
  })
})

describe('the log', () => {
  test('has the first 2,048 bytes of request and answer', async () => {
    receiver.answerWith((response) => response.end(`${'a'.repeat(2047)}é${'b'.repeat(200_000)}`))
    const { id } = await addWebhook(ana, receiver.urlFor(ana), ['link.created'])
    const link = await addLink(ana)
    await ana.send('PATCH', `/v2/my/links/${link.uuid}/`, { name: 'x' })
    const shown = await attempted(id, 1)
    expect(shown).toMatchObject({ status: 'delivered', response_body: 'a'.repeat(2047) })
    expect(shown.request_body).toBe(receiver.receivedBy(ana)[0]?.body.slice(0, 2048))
  })

  test('is deleted after 30 days', async () => {
    const { id } = await addWebhook(ana, receiver.urlFor(ana))
    const [old, recent] = [await sendTest(ana, id), await sendTest(ana, id)]
    await server.deps.sql`
      update webhook_deliveries set created_at = now() - interval '31 days' where id = ${old.id}`
    await deleteExpired(server.deps.db)
    expect((await logOf(ana, id)).map((one) => one.id)).toEqual([recent.id])
  })
})

describe('a stopped webhook', () => {
  test('ends waiting retries, and a delivery can still be sent manually', async () => {
    receiver.answerWith((response) => response.writeHead(500).end())
    const { id } = await addWebhook(ana, receiver.urlFor(ana), ['link.created'])
    await addLink(ana)
    const { id: delivery } = await attempted(id, 1)
    await ana.send('PATCH', `${WEBHOOKS}${id}/`, { is_active: false })
    expect(await logOf(ana, id)).toMatchObject([{ status: 'failed', next_attempt_at: null }])
    receiver.answerWith()
    await ana.send('POST', `${WEBHOOKS}${id}/deliveries/${delivery}/resend/`)
    expect(await attempted(id, 2)).toMatchObject({ status: 'delivered' })
  })
})

describe('a secret of another server', () => {
  test('is reported, and nothing is sent unsigned', async () => {
    const { id } = await addWebhook(ana, receiver.urlFor(ana), ['link.created'])
    await server.deps.sql`update webhooks set sealed_secret = ${'x'.repeat(80)} where id = ${id}`
    await addLink(ana)
    expect(await attempted(id, 1)).toMatchObject({ problem: 'unreadable_secret' })
    expect(receiver.receivedBy(ana)).toEqual([])
  })
})
