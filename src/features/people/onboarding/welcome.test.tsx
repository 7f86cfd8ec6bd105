import { afterEach, expect, test, vi } from 'vitest'
import { factsAtom } from '#app/facts/facts.ts'
import type { OnboardingState } from '#contract/people/onboarding.ts'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'
import { fakeSteps, FACTS, CURRENT, place } from '#support/window/onboarding.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { act, noDialog, screen, userEvent } from '#support/window/on-screen.ts'
import { IntroModal } from './intro-modal.tsx'
import { OnboardingWizard } from './onboarding-wizard.tsx'
import { Welcome } from './welcome.tsx'

vi.mock('#api/facts.ts', () => ({ getFacts: () => new Promise(() => undefined) }))

signInPerTest()
afterEach(() => {
  location.hash = ''
})

const Screen = () => (
  <>
    <Welcome />
    {useDialogParam('onboarding').value !== undefined && <OnboardingWizard />}
  </>
)

async function open(onboarding: OnboardingState | null, address = '/') {
  const api = fakeSteps()
  const app = await renderAt(address.replace(/\?.*/, ''), address, Screen)
  act(() => app.store.set(factsAtom, { ...FACTS, onboarding }))
  return { ...app, api, user: userEvent.setup() }
}
const NEW: OnboardingState = { step: 'profileMode', intro: true, tasks: false }
const KNOWN: OnboardingState = { ...NEW, intro: false }
const button = (name: string) => screen.getByRole('button', { name })

test('a new user sees the intro once, and then the first step (R-086, R-478, R-506)', async () => {
  const { user, api, history } = await open(NEW)
  await screen.findByRole('dialog', { name: 'Welcome to Split' })
  await user.click(button('Next'))
  await screen.findByRole('dialog', { name: 'Works offline' })
  await user.click(button('Set up'))
  await screen.findByRole('dialog', { name: 'How will you use Split?' })
  expect(history.location.search).toBe('?onboarding=profileMode')
  expect(api.sentTo('PATCH /v2/my/onboarding/')).toEqual([{ intro_seen: true }])
})

test('the intro can be closed, and nothing else opens in this visit (R-087)', async () => {
  const { user, api } = await open(NEW)
  await screen.findByRole('dialog', { name: 'Welcome to Split' })
  await user.click(button('Close'))
  await noDialog()
  await api.quiet()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo('PATCH /v2/my/onboarding/')).toEqual([{ intro_seen: true }])
})

test('an intro without a cross ends only at its last page (R-087)', async () => {
  const done = vi.fn<() => void>()
  await renderAt('/', '/', () => (
    <IntroModal views={[{ title: 'One', art: null, text: 'First.', action: 'On' }]} onDone={done} />
  ))
  await screen.findByRole('dialog', { name: 'One' })
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'One' })).toBeTruthy()
  await userEvent.click(button('On'))
  expect(done).toHaveBeenCalledOnce()
})

test('a returning user continues at the last step; Back closes it, and it stays closed', async () => {
  const { history, api } = await open(KNOWN)
  await screen.findByRole('dialog', { name: 'How will you use Split?' })
  act(() => history.back())
  await noDialog()
  await api.quiet()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(history.location.search).toBe('')
})

test.each<[string, OnboardingState | null, string]>([
  ['somebody from before', { step: null, intro: false, tasks: false }, '/'],
  ['nobody knows whom', null, '/'],
  ['who came for another screen', KNOWN, '/rank'],
  ['who makes a link', KNOWN, '/?create_split_link=1'],
])('nothing opens for %s', async (_who, onboarding, address) => {
  const { api } = await open(onboarding, address)
  await api.quiet()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.requests.map(({ method, path }) => `${method} ${path}`)).not.toContain(CURRENT)
})

test('returning from Instagram continues at its step (R-056)', async () => {
  location.hash = '#onboarding_connected_ig'
  const { history } = await open({ ...KNOWN, step: 'instagram' })
  await screen.findByRole('dialog', { name: 'Connect Instagram' })
  expect(history.location.search).toBe('?onboarding=instagram')
})

test('a step unknown to this version opens nothing (R-484)', async () => {
  const api = fakeSteps({ [CURRENT]: place('x') })
  const { store } = await renderAt('/', '/', Screen)
  act(() => store.set(factsAtom, { ...FACTS, onboarding: { ...KNOWN, step: 'x' } }))
  await vi.waitFor(() => expect(api.requests.length).toBeGreaterThan(0))
  await api.quiet()
  expect(screen.queryByRole('dialog')).toBeNull()
})
