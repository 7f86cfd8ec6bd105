import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { factsAtom } from '#app/facts/facts.ts'
import { IDS, IG, LIST, SETTINGS } from '#support/window/connected-accounts.ts'
import { goOffline, goOnline } from '#support/window/connection.ts'
import { json } from '#support/window/fake-api.ts'
import { fakeSteps, FACTS, next, place, TASKS } from '#support/window/onboarding.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, noDialog, press, userEvent } from '#support/window/on-screen.ts'
import { OnboardingWizard } from './onboarding-wizard.tsx'

vi.mock('#app/facts/follow-facts.ts', () => ({
  updateFacts: (store: { set: (atom: unknown, value: unknown) => void }, learned: object) =>
    store.set(factsAtom, { ...FACTS, ...learned }),
}))

signInPerTest()

const open = async (address: string) => ({
  ...(await renderAt('/', address, OnboardingWizard)),
  user: userEvent.setup(),
})
const dialog = (name: string) => screen.findByRole('dialog', { name })
const button = (name: string) => screen.getByRole('button', { name })
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true'
const MODE = 'How will you use Split?'

test('Next needs a choice, and choosing again removes it (R-491, R-492)', async () => {
  fakeSteps()
  const { user } = await open('/?onboarding=profileMode')
  await dialog(MODE)
  expect(isOff('Next')).toBe(true)
  await user.click(button('Creator I share things.'))
  expect(button('Creator I share things.').getAttribute('aria-pressed')).toBe('true')
  expect(isOff('Next')).toBe(false)
  await user.click(button('Creator I share things.'))
  expect(isOff('Next')).toBe(true)
  await user.click(button('Shopper I buy things.'))
  expect(isOff('Next')).toBe(false)
})

test('a choice is saved, and each step is in the address; Back shows the previous one (R-482)', async () => {
  const api = fakeSteps()
  const { user, history } = await open('/?onboarding=profileMode')
  await dialog(MODE)
  await user.click(button('Creator I share things.'))
  await user.click(button('Next'))
  await dialog('Connect Instagram')
  expect(history.location.search).toBe('?onboarding=instagram')
  expect(api.sentTo('PATCH /v2/my/settings/')).toEqual([{ is_creator: true }])
  expect(document.activeElement?.textContent).toBe('Connect Instagram')
  act(() => history.back())
  await dialog(MODE)
  expect(history.location.search).toBe('?onboarding=profileMode')
})

test('the wizard’s Back asks the server (R-488)', async () => {
  const api = fakeSteps()
  const { user, history } = await open('/?onboarding=instagram')
  await dialog('Connect Instagram')
  await user.click(button('Back'))
  await dialog(MODE)
  expect(history.location.search).toBe('?onboarding=profileMode')
  expect(api.requests.some(({ path }) => path.endsWith('/instagram/go_to_previous/'))).toBe(true)
})

test.each([
  ['an address that names none', '/?onboarding=x', {}],
  [
    'a step that this app does not know',
    '/?onboarding=summary',
    { 'GET /v2/my/onboarding/summary/': place('x') },
  ],
])('%s shows nothing and causes no error (R-484)', async (_what, address, more) => {
  const api = fakeSteps(more)
  await open(address)
  await vi.waitFor(() =>
    expect(api.requests.some(({ path }) => path.includes('onboarding'))).toBe(true),
  )
  await api.quiet()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('after the last step the wizard closes, and three tasks are loaded (R-483, R-505)', async () => {
  const api = fakeSteps()
  const { user, history, store } = await open('/?onboarding=summary')
  await dialog('You’re ready')
  await user.click(button('Done'))
  await noDialog()
  expect(history.location.search).toBe('')
  await vi.waitFor(() =>
    expect(api.requests.find(({ path }) => path.endsWith('/tasks/'))?.query.get('page_size')).toBe(
      '3',
    ),
  )
  expect(store.get(factsAtom)?.onboarding).toEqual({ step: null, intro: false, tasks: true })
})

test('without a flow, Next closes the wizard (R-485)', async () => {
  const api = fakeSteps({
    'GET /v2/my/onboarding/profileMode/': place('profileMode', { position: 0, count: 0 }),
    [next('profileMode')]: place(null),
  })
  const { user } = await open('/?onboarding=profileMode')
  await dialog(MODE)
  await user.click(button('Shopper I buy things.'))
  await user.click(button('Next'))
  await noDialog()
  expect(api.requests.filter(({ path }) => path.endsWith('/tasks/'))).toEqual([])
})

test('Finish needs all three fields, and shows the server’s errors (R-493, R-494)', async () => {
  const fields = ['first_name', 'last_name', 'contact_email']
  const refusals = [
    Object.fromEntries(fields.map((name) => [name, [`No ${name}.`]])),
    { non_field_errors: ['Not today.'] },
  ]
  const api = fakeSteps({
    'PUT /v2/my/profile/public/update_profile/': () => {
      const errors = refusals.shift()
      return errors ? json({ errors }, 400) : { result: {} }
    },
  })
  const { user } = await open('/?onboarding=profile')
  await dialog('Your public profile')
  await screen.findByLabelText('First name')
  expect(isOff('Finish')).toBe(true)
  const texts = { 'First name': 'Ana', 'Last name': 'Example', 'Contact email': 'ana@ana.example' }
  for (const [label, text] of Object.entries(texts)) {
    expect(isOff('Finish')).toBe(true)
    // oxlint-disable-next-line no-await-in-loop -- one field after the other
    await user.type(screen.getByLabelText(label), text)
  }
  expect(isOff('Finish')).toBe(false)
  for (const [label, text] of Object.entries(texts)) {
    // oxlint-disable-next-line no-await-in-loop
    await user.clear(screen.getByLabelText(label))
    expect(isOff('Finish')).toBe(true)
    // oxlint-disable-next-line no-await-in-loop
    await user.type(screen.getByLabelText(label), text)
  }
  await user.click(button('Finish'))
  await screen.findByText('No first_name.')
  for (const name of fields) expect(screen.getByText(`No ${name}.`)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('First name'))
  await user.click(button('Finish'))
  expect(await screen.findByText('Not today.')).toBeTruthy()
  await user.click(button('Finish'))
  await dialog('What are you into?')
  expect(api.sentTo('PUT /v2/my/profile/public/update_profile/')[2]).toMatchObject({
    first_name: 'Ana',
    last_name: 'Example',
    contact_email: 'ana@ana.example',
  })
})

test('Instagram is connected or skipped, and on return the account is shown (R-056, R-500)', async () => {
  const api = fakeSteps({ [LIST]: { results: [] }, [SETTINGS]: { login: IDS } })
  const first = await open('/?onboarding=instagram#onboarding_connected_ig')
  await dialog('Connect Instagram')
  expect(await screen.findByRole('button', { name: 'Connect Instagram' })).toBeTruthy()
  await first.user.click(button('Skip'))
  await dialog('Your public profile')
  first.unmount()
  api.change({ [LIST]: { results: [IG] } })
  await open('/?onboarding=instagram#onboarding_connected_ig')
  expect(await screen.findByText('ana.example')).toBeTruthy()
  await press('Next')
  await dialog('Your public profile')
})

test('categories are selected by taps and sent together', async () => {
  const api = fakeSteps()
  const { user } = await open('/?onboarding=categories')
  await dialog('What are you into?')
  const home = await screen.findByRole('button', { name: 'Home' })
  expect(button('Beauty').getAttribute('aria-pressed')).toBe('true')
  await user.click(home)
  await user.click(button('Next'))
  await dialog('Know when something happens')
  expect(api.requests.find(({ method }) => method === 'PUT')?.body).toEqual([
    { id: 1, selected: true },
    { id: 2, selected: true },
  ])
})

test('the browser asks about notifications only after a tap (R-502)', async () => {
  const requestPermission = vi.fn<() => Promise<string>>(async () => 'denied')
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  vi.stubGlobal('PushManager', {})
  const serviceWorker = { getRegistration: async () => undefined }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  fakeSteps()
  const { user } = await open('/?onboarding=notifications')
  await dialog('Know when something happens')
  const wish = await screen.findByRole('switch', { name: /On this device/ })
  await waitFor(() => expect(wish.getAttribute('aria-checked')).toBe('false'))
  expect(requestPermission).not.toHaveBeenCalled()
  await user.click(wish)
  expect(requestPermission).toHaveBeenCalledOnce()
  expect(await screen.findByText(/This browser blocks notifications/)).toBeTruthy()
})

test('the claim with its basis and the four tiers have the server’s texts (R-503, R-504)', async () => {
  fakeSteps()
  const earnings = await open('/?onboarding=earningsInfo')
  await dialog('How you earn')
  await expectTexts('Payouts are about 3x higher.', 'Our sales of 2026.')
  earnings.unmount()
  await open('/?onboarding=bonus')
  await dialog('A bonus on top')
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual(['$100$10', '$1,000$100'])
})

test('a claim without a basis is not shown', async () => {
  fakeSteps({
    'GET /v2/my/onboarding/earningsInfo/': place('earningsInfo', {}, { claim: 'About 3x higher.' }),
  })
  await open('/?onboarding=earningsInfo')
  await dialog('How you earn')
  expect(screen.queryByText('About 3x higher.')).toBeNull()
})

test('offline nothing is sent, and the choice stays', async () => {
  const api = fakeSteps()
  const { user, store } = await open('/?onboarding=profileMode')
  await dialog(MODE)
  await user.click(button('Creator I share things.'))
  goOffline(store)
  await user.click(button('Next'))
  expect((await screen.findByRole('alert')).textContent).toBe('You’re offline. Nothing was sent.')
  expect(button('Creator I share things.').getAttribute('aria-pressed')).toBe('true')
  expect(api.requests.filter(({ method }) => method !== 'GET')).toEqual([])
  goOnline(store)
  await user.click(button('Next'))
  await dialog('Connect Instagram')
})

test('the cross ends the wizard for good, Escape for this visit', async () => {
  const api = fakeSteps()
  const first = await open('/?onboarding=instagram')
  await dialog('Connect Instagram')
  await first.user.keyboard('{Escape}')
  await noDialog()
  expect(api.sentTo('PATCH /v2/my/onboarding/')).toEqual([])
  first.unmount()
  const { user, history } = await open('/?onboarding=instagram')
  await dialog('Connect Instagram')
  await user.click(button('Skip setup'))
  await noDialog()
  expect(api.sentTo('PATCH /v2/my/onboarding/')).toEqual([{ finished: true }])
  expect(history.location.search).toBe('')
  expect(api.requests.some(({ path }) => path.endsWith(TASKS))).toBe(true)
})
