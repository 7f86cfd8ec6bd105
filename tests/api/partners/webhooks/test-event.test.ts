import { describe, expect, test, vi } from 'vitest'
import { newCreatorPerTest } from '#support/server/creator.ts'
import { receiverForThisFile, verified } from '#support/server/hosts/webhook-receiver.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { addWebhook, logOf, sendTest, WEBHOOKS, webhookOf } from '#support/server/webhooks.ts'

const server = await startTestServer({ jobs: true })
const receiver = await receiverForThisFile()
const ana = newCreatorPerTest(server)

describe('a test', () => {
  test('arrives signed, and the log shows request and answer', async () => {
    receiver.answerWith((response) =>
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end('thanks'),
    )
    const { id, secret } = await addWebhook(ana, receiver.urlFor(ana))
    const queued = await sendTest(ana, id)
    expect(queued).toMatchObject({ event: 'webhook.test', status: 'waiting', attempts: 0 })
    const [message] = await receiver.messages(ana, 1)
    if (!message) throw new Error('no message')
    expect(message.headers['content-type']).toBe('application/json')
    expect(message.headers['webhook-id']).toBe(queued.message_id)
    expect(verified(secret, message)).toEqual({
      type: 'webhook.test',
      timestamp: queued.created_at,
      sequence: queued.id,
      data: { webhook_id: id },
    })
    await vi.waitFor(async () => {
      const [shown] = await logOf(ana, id)
      expect(shown).toMatchObject({
        id: queued.id,
        status: 'delivered',
        attempts: 1,
        next_attempt_at: null,
        problem: null,
        request_body: message.body,
        response_status: 200,
        response_content_type: 'text/plain',
        response_body: 'thanks',
      })
    })
    expect(await webhookOf(ana, id)).toMatchObject({
      delivered: 1,
      failed: 0,
      last_delivery: { id: queued.id, event: 'webhook.test', status: 'delivered' },
    })
  })

  test('fails once and is not repeated', async () => {
    receiver.answerWith((response) => response.writeHead(500).end())
    const { id } = await addWebhook(ana, receiver.urlFor(ana))
    await sendTest(ana, id)
    await vi.waitFor(async () =>
      expect(await logOf(ana, id)).toMatchObject([
        { status: 'failed', attempts: 1, problem: 'refused', next_attempt_at: null },
      ]),
    )
  })

  test('counts the failures in a row, at most three', async () => {
    const { id } = await addWebhook(ana, receiver.urlFor(ana))
    const failuresAfter = async (status: number) => {
      receiver.answerWith((response) => response.writeHead(status).end())
      const { id: delivery } = await sendTest(ana, id)
      await vi.waitFor(async () =>
        expect((await webhookOf(ana, id)).last_delivery?.id).toBe(delivery),
      )
      return (await webhookOf(ana, id)).recent_failures
    }
    expect(await failuresAfter(204)).toBe(0)
    for (const failures of [1, 2, 3, 3]) expect(await failuresAfter(500)).toBe(failures)
    expect(await failuresAfter(204)).toBe(0)
    expect(await failuresAfter(500)).toBe(1)
  })

  test('a delivery can be sent again with the same id and body', async () => {
    const { id, secret } = await addWebhook(ana, receiver.urlFor(ana))
    const { id: delivery } = await sendTest(ana, id)
    await vi.waitFor(async () => expect((await logOf(ana, id))[0]?.status).toBe('delivered'))
    const path = `${WEBHOOKS}${id}/deliveries/${delivery}/resend/`
    const answer = await ana.send('POST', path)
    expect([answer.status, await answer.json()]).toMatchObject([
      202,
      { result: { id: delivery, status: 'waiting' } },
    ])
    const [first, second] = await receiver.messages(ana, 2)
    if (!first || !second) throw new Error('no messages')
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id'])
    expect(verified(secret, second)).toEqual(verified(secret, first))
    await vi.waitFor(async () =>
      expect(await logOf(ana, id)).toMatchObject([{ status: 'delivered', attempts: 2 }]),
    )
  })
})

describe('a new secret', () => {
  test('signs at once, and the old one for 24 hours', async () => {
    const { id, secret: old } = await addWebhook(ana, receiver.urlFor(ana))
    const answer = await ana.send('POST', `${WEBHOOKS}${id}/secret/`)
    const { result } = (await answer.json()) as { result: { secret: string } }
    expect([answer.status, result.secret === old]).toEqual([200, false])
    const until = Date.parse((await webhookOf(ana, id)).old_secret_until ?? '')
    expect(Math.round((until - Date.now()) / 3_600_000)).toBe(24)
    await sendTest(ana, id)
    const [both] = await receiver.messages(ana, 1)
    if (!both) throw new Error('no message')
    expect(verified(old, both)).toEqual(verified(result.secret, both))
    await server.deps.sql`update webhooks set old_secret_ends_at = now() where id = ${id}`
    await sendTest(ana, id)
    const [, later] = await receiver.messages(ana, 2)
    if (!later) throw new Error('no message')
    expect(verified(result.secret, later).type).toBe('webhook.test')
    expect(() => verified(old, later)).toThrow('No matching signature found')
    expect((await webhookOf(ana, id)).old_secret_until).toBeNull()
  })
})
