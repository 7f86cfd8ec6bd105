import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { WalletSettings } from '#contract/money/wallet.ts'
import { SETTINGS } from '#support/wallet-samples.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { json } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { serveWallet, SETTINGS_CALL } from '#support/window/wallet-server.ts'
import { hrefOf, press, userEvent } from '#support/window/on-screen.ts'
import { stopsOf } from './threshold-stops.ts'
import { ThresholdScreen } from './threshold-screen.tsx'

signInPerTest()

const PATH = '/wallet/payment-threshold'
const EDIT = 'PATCH /v1/bank/redemptions/settings/'
const open = () => renderAt(PATH, PATH, ThresholdScreen)
const slider = () => screen.findByRole<HTMLInputElement>('slider', { name: 'Payment threshold' })
const edited = (more: Partial<WalletSettings>) => ({ ...SETTINGS, ...more })

test('the screen belongs to the wallet and leads back to it (R-010)', async () => {
  serveWallet()
  await open()
  expect(await slider()).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Payment threshold' })).toBeTruthy()
  expect(hrefOf('Back')).toBe('/wallet/my-requests')
})

test('slider and amounts show one value, and the saved one stays (R-397)', async () => {
  const api = serveWallet({ [EDIT]: edited({ payment_threshold: 50 }) })
  await open()
  const range = await slider()
  expect(range.getAttribute('aria-valuetext')).toBe('$100')
  await userEvent.click(screen.getByRole('radio', { name: '$250' }))
  expect(range.getAttribute('aria-valuetext')).toBe('$250')
  fireEvent.change(range, { target: { value: String(stopsOf(10, 250).indexOf(50)) } })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '$50' }).checked).toBe(true)
  expect(screen.getByText('To PayPal, each time $50.00 is ready')).toBeTruthy()
  await press('Save')
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(api.sentTo(EDIT)).toEqual([{ payment_threshold: 50 }])
  expect((await slider()).getAttribute('aria-valuetext')).toBe('$50')
})

test('no amount below the operator’s minimum can be chosen (D-51)', async () => {
  serveWallet({ [SETTINGS_CALL]: edited({ min_threshold: 25 }) })
  await open()
  await slider()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '$10' }).disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '$25' }).disabled).toBe(false)
  expect(stopsOf(25, 100)[0]).toBe(25)
  expect(stopsOf(10, 37)).toContain(37)
  expect(stopsOf(10, 100).at(-1)).toBe(500)
})

test('a new address asks for the password and says when it takes effect', async () => {
  const next = { email: 'new@ana.example', usable_at: null }
  const api = serveWallet({ [EDIT]: edited({ paypal_email_next: next }) })
  await open()
  const field = await screen.findByLabelText('PayPal email')
  expect(screen.queryByLabelText('Your password')).toBeNull()
  await userEvent.clear(field)
  await userEvent.type(field, 'new@ana')
  expect(screen.getByText(/It is used 72 hours after that\.$/)).toBeTruthy()
  await press('Save')
  expect(await screen.findByText('Enter a valid email address.')).toBeTruthy()
  await userEvent.type(field, '.example')
  await press('Save')
  expect(await screen.findByText('Enter your password.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Your password'), 'correct horse')
  await press('Save')
  await screen.findByText('Saved. Confirm the new address by the link we sent there.')
  expect(api.sentTo(EDIT)).toEqual([{ paypal_email: 'new@ana.example', password: 'correct horse' }])
  expect(screen.getByText(/We sent a link there/).parentElement?.textContent).toContain(
    'Until then payments go to ana@ana.example.',
  )
})

test('a new address that waits says until when', async () => {
  const usable_at = new Date(Date.now() + 30 * 60 * 60 * 1000).toISOString()
  serveWallet({
    [SETTINGS_CALL]: edited({ paypal_email_next: { email: 'new@ana.example', usable_at } }),
  })
  await open()
  expect(await screen.findByText(/is used from .*[AP]M\./)).toBeTruthy()
})

test('an address that is not used yet can be cancelled by one press', async () => {
  const paypal_email_next = { email: 'thief@pay.example', usable_at: null }
  const api = serveWallet({ [SETTINGS_CALL]: edited({ paypal_email_next }), [EDIT]: SETTINGS })
  await open()
  expect((await screen.findByText(/We sent a link there/)).parentElement?.textContent).toContain(
    'It is used 72 hours after that. Until then payments go to ana@ana.example.',
  )
  await press('Take it back')
  expect(await screen.findByText('thief@pay.example is taken back.')).toBeTruthy()
  expect(api.sentTo(EDIT)).toEqual([{ paypal_email_next: null }])
  expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull()
})

test('a first address takes effect at once, and says so', async () => {
  const paypal_email_next = { email: 'first@pay.example', usable_at: null }
  serveWallet({ [SETTINGS_CALL]: edited({ paypal_email: '', paypal_email_next }) })
  await open()
  const said = (await screen.findByText(/We sent a link there/)).parentElement?.textContent
  expect(said).toContain('It is used from then on.')
  expect(said).not.toContain('72 hours')
})

test('a wrong password is an error at its field, and the input stays', async () => {
  const text = 'This password is wrong.'
  serveWallet({ [EDIT]: () => json({ errors: { password: [text] } }, 400) })
  await open()
  const field = await screen.findByLabelText<HTMLInputElement>('PayPal email')
  await userEvent.clear(field)
  await userEvent.type(field, 'new@ana.example')
  await userEvent.type(screen.getByLabelText('Your password'), 'wrong')
  await press('Save')
  expect(await screen.findByText(text)).toBeTruthy()
  expect(field.value).toBe('new@ana.example')
})

test('automatic redemption is off until it is saved (D-51)', async () => {
  const api = serveWallet({ [EDIT]: edited({ auto_redeem: true }) })
  await open()
  const auto = await screen.findByRole('switch', { name: 'Redeem automatically' })
  expect(auto.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(auto)
  expect(api.sentTo(EDIT)).toEqual([])
  await press('Save')
  await waitFor(() => expect(api.sentTo(EDIT)).toEqual([{ auto_redeem: true }]))
})

test('offline nothing is sent, and the choice stays (R-608)', async () => {
  const api = serveWallet()
  const { store } = await open()
  await userEvent.click(await screen.findByRole('radio', { name: '$250' }))
  showSavedCopy(store)
  await press('Save')
  expect(await screen.findByText('You’re offline. Nothing was sent.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '$250' }).checked).toBe(true)
  expect(api.sentTo(EDIT)).toEqual([])
})

test('leaving with unsaved changes asks first', async () => {
  serveWallet()
  const { history } = await open()
  await userEvent.click(await screen.findByRole('radio', { name: '$250' }))
  act(() => history.push('/wallet/gift-cards'))
  await screen.findByText('You have unsaved changes. Are you sure you want to leave?')
  await press('Cancel')
  expect(history.location.pathname).toBe(PATH)
})
