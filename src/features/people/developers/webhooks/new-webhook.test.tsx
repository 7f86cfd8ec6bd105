import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportProblemEvent } from '#app/problems/problems.ts'
import { openMirror } from '#live/mirror.ts'
import { wipeAll } from '#live/wipe.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { signInAs } from '#support/window/links-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import {
  aWebhook,
  lastDelivery,
  LIST,
  PATH,
  SECRET,
  serveWebhook,
} from '#support/window/webhooks.ts'
import { act, expectTexts, press, screen, userEvent } from '#support/window/on-screen.ts'
import { NewWebhookScreen } from './new-webhook-screen.tsx'
import { WebhookList } from './webhook-list.tsx'
import { createdSecretAtom } from './webhooks.ts'

beforeEach(() => {
  signInAs(crypto.randomUUID())
  openMirror()
})
afterEach(wipeAll)

const ADD = 'POST /v2/my/webhooks/'
const DEVELOPERS = '/settings/developers'
const NEW = '/settings/developers/new-webhook'
const showList = () => renderAt(DEVELOPERS, DEVELOPERS, WebhookList)
const showForm = () => renderAt(NEW, NEW, NewWebhookScreen)

describe('the list of webhooks', () => {
  test('says what each is about and whether it works', async () => {
    fakeApi({
      [LIST]: {
        results: [
          aWebhook({ last_delivery: lastDelivery() }),
          aWebhook({
            id: 8,
            url: 'https://script.example/in/',
            events: ['link.created'],
            last_delivery: lastDelivery('timeout'),
            recent_failures: 3,
          }),
          aWebhook({ id: 9, is_active: false, disabled_at: '2026-05-03T10:00:00.000Z' }),
          aWebhook({ id: 10 }),
        ],
      },
    })
    await showList()
    const rows = await screen.findAllByRole('link', { name: /hooks\.ana|script\.example/ })
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'hooks.ana.example/splitOrders and payouts. 214 delivered in 30 daysWorks',
      'script.example/inLinks. Last three deliveries failedFailing',
      expect.stringMatching(/Off since May 3(?:, 2026)?Off$/),
      'hooks.ana.example/splitOrders and payouts. No deliveries yet',
    ])
    expect(rows[0]?.getAttribute('href')).toBe(PATH)
  })

  test('without webhooks says what one is for', async () => {
    fakeApi({ [LIST]: { results: [] } })
    await showList()
    expect(await screen.findByText(/^No webhooks yet\./)).toBeTruthy()
  })

  test('offers to try again if it could not be loaded', async () => {
    fakeApi({ [LIST]: json({}, 500) })
    await showList()
    expect(await screen.findByRole('button', { name: /Try again/ })).toBeTruthy()
  })
})

describe('a new webhook', () => {
  test('is sent with its events, and its secret is kept for the dialog', async () => {
    const api = serveWebhook(aWebhook(), [], {
      [ADD]: json({ result: { ...aWebhook(), secret: SECRET } }, 201),
    })
    const { history, store } = await showForm()
    await userEvent.type(
      await screen.findByLabelText('Address of your receiver'),
      'https://hooks.ana.example/split',
    )
    await userEvent.click(screen.getByRole('checkbox', { name: 'A payout is paid' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'An order is reversed' }))
    await press('Create webhook')
    await expect.poll(() => history.location.pathname).toBe(PATH)
    expect(api.sentTo(ADD)).toEqual([
      {
        url: 'https://hooks.ana.example/split',
        events: ['conversion.created', 'conversion.approved', 'redemption.paid'],
      },
    ])
    expect(store.get(createdSecretAtom)).toBe(SECRET)
  })

  test('needs an address and an event', async () => {
    const api = serveWebhook()
    await showForm()
    for (const box of await screen.findAllByRole('checkbox', { checked: true }))
      await userEvent.click(box)
    await press('Create webhook')
    await expectTexts('Enter the address.', 'Choose at least one event.')
    expect(api.sentTo(ADD)).toEqual([])
  })

  test('shows the server’s error at the address', async () => {
    serveWebhook(aWebhook(), [], { [ADD]: json({ errors: { url: ['Not this address.'] } }, 400) })
    await showForm()
    await userEvent.type(
      await screen.findByLabelText('Address of your receiver'),
      'https://a.example',
    )
    await press('Create webhook')
    expect(await screen.findByText('Not this address.')).toBeTruthy()
  })

  test('offline nothing is sent', async () => {
    const api = serveWebhook()
    const { store } = await showForm()
    await userEvent.type(
      await screen.findByLabelText('Address of your receiver'),
      'https://a.example',
    )
    act(() => store.set(reportProblemEvent, { type: 'offline' }))
    await press('Create webhook')
    expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
    expect(api.sentTo(ADD)).toEqual([])
  })
})
