import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openMirror } from '#live/mirror.ts'
import { wipeAll } from '#live/wipe.ts'
import { setWidth } from '#support/browser-window.ts'
import { fakeApi, json, noConnection } from '#support/window/fake-api.ts'
import { signInAs } from '#support/window/links-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import {
  aDelivery,
  aWebhook,
  FAILED,
  LIST,
  LOG,
  PATH,
  SECRET,
  serveWebhook,
} from '#support/window/webhooks.ts'
import { expectTexts, press, screen, userEvent, within } from '#support/window/on-screen.ts'
import { WebhookScreen } from './webhook-screen.tsx'

beforeEach(() => {
  setWidth(390)
  signInAs(crypto.randomUUID())
  openMirror()
})
afterEach(wipeAll)

const open = (search = '') =>
  renderAt('/settings/developers/webhooks/$id', PATH + search, WebhookScreen)

describe('one webhook', () => {
  test('shows its deliveries, and what was sent and answered', async () => {
    serveWebhook()
    const { history } = await open()
    expect(
      await screen.findByText('Orders and payouts. 214 delivered, 3 failed in 30 days.'),
    ).toBeTruthy()
    const rows = within(await screen.findByRole('list', { name: 'Deliveries' })).getAllByRole(
      'button',
    )
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^conversion\.approved.*1 try200 in 84 ms$/),
      expect.stringMatching(/6 triesNo answer$/),
    ])
    await userEvent.click(rows[0] ?? document.body)
    expect(history.location.search).toBe('?delivery=1')
    const dialog = await screen.findByRole('dialog', { name: 'conversion.approved' })
    expect(dialog.textContent).toContain('{\n  "type": "conversion.approved"\n}')
    expect(dialog.textContent).toContain('200\ncontent-type: text/plain\n\nthanks')
  })

  test('says what is wrong if there was no answer', async () => {
    serveWebhook()
    await open('?delivery=2')
    expect(await screen.findByText('No answer within 10 seconds.')).toBeTruthy()
  })

  test('in a wide window shows a table and the details of the chosen delivery', async () => {
    setWidth(1280)
    serveWebhook()
    await open()
    const details = await screen.findByRole('region', { name: 'Details of conversion.approved' })
    expect(details.textContent).toContain('thanks')
    const [, second] = screen.getAllByRole('button', { name: 'conversion.approved' })
    await userEvent.click(second ?? document.body)
    expect(details.textContent).toContain('No answer within 10 seconds.')
  })

  test('sends a test, whose result appears by itself', async () => {
    const waiting = aDelivery({
      id: 3,
      event: 'webhook.test',
      status: 'waiting',
      attempts: 0,
      attempted_at: null,
      next_attempt_at: new Date().toISOString(),
      duration_ms: null,
      response_status: null,
    })
    const api = serveWebhook(aWebhook(), [], {
      'POST /v2/my/webhooks/7/test/': json({ result: waiting }, 202),
    })
    await open()
    expect(await screen.findByText('No deliveries yet. Send a test to see one.')).toBeTruthy()
    await press('Send a test')
    expect(await screen.findByText('Waiting')).toBeTruthy()
    const sent = aDelivery({ id: 3, event: 'webhook.test' })
    api.change({ [LOG]: { results: [sent], next: null, count: 1 } })
    expect(await screen.findByText('200 in 84 ms', {}, { timeout: 5000 })).toBeTruthy()
  })

  test('sends a delivery again', async () => {
    const again = { ...FAILED, status: 'waiting' as const, next_attempt_at: '2099-01-01T00:00:00Z' }
    const api = serveWebhook(aWebhook(), [FAILED], {
      'POST /v2/my/webhooks/7/deliveries/2/resend/': json({ result: again }, 202),
    })
    await open('?delivery=2')
    await press('Send again')
    expect(await screen.findByText('Sending it again')).toBeTruthy()
    expect(api.sentTo('POST /v2/my/webhooks/7/deliveries/2/resend/')).toHaveLength(1)
    expect(screen.getAllByText(/^No answer, next try/)).toHaveLength(2)
  })

  test('that is off says why, and can be turned on again', async () => {
    const off = { is_active: false, disabled_at: '2026-05-03T10:00:00.000Z' }
    const EDIT = 'PATCH /v2/my/webhooks/7/'
    const api = serveWebhook(aWebhook({ ...off, disabled_reason: 'failed' }), [], {
      [EDIT]: { result: aWebhook() },
    })
    await open()
    await expectTexts(/^Turned off on May 3/, /Deliveries failed for five days\./)
    api.change({ [LIST]: { results: [aWebhook()] } })
    await press('Turn on again')
    expect(await screen.findByText('The webhook is on.')).toBeTruthy()
    expect(screen.queryByText(/^Turned off on/)).toBeNull()
    expect(api.sentTo(EDIT)).toEqual([{ is_active: true }])
  })

  test('gets a new secret after a question', async () => {
    serveWebhook(aWebhook(), [], {
      'POST /v2/my/webhooks/7/secret/': { result: { ...aWebhook(), secret: SECRET } },
    })
    await open('?dialog=settings')
    await press('New secret')
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'New secret' }))
    expect(await screen.findByText(SECRET)).toBeTruthy()
  })

  test('is deleted after a question', async () => {
    const api = serveWebhook(aWebhook(), [], {
      'DELETE /v2/my/webhooks/7/': () => new Response(null, { status: 204 }),
    })
    const { history } = await open('?dialog=settings')
    await press('Delete webhook')
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Delete webhook' }))
    await expect.poll(() => history.location.pathname).toBe('/settings/developers')
    expect(api.sentTo('DELETE /v2/my/webhooks/7/')).toHaveLength(1)
  })

  test('that was deleted elsewhere says so', async () => {
    fakeApi({ [LIST]: { results: [] } })
    await open()
    expect(await screen.findByText('This webhook isn’t here')).toBeTruthy()
  })

  test('shows the saved deliveries without a connection, and sends nothing', async () => {
    const api = serveWebhook()
    const first = await open()
    expect(await screen.findByText('200 in 84 ms')).toBeTruthy()
    first.unmount()
    api.change({ [LIST]: noConnection, [LOG]: noConnection })
    api.change({ 'POST /v2/my/webhooks/7/test/': noConnection })
    await open()
    expect(await screen.findByText('200 in 84 ms')).toBeTruthy()
    await press('Send a test')
    expect(await screen.findByText(/^Couldn’t send a test\. Check your connection/)).toBeTruthy()
  })
})
