import { useRouterState } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { getUnmaskingSettings } from '#api/partners/unmasking.ts'
import { factsAtom, invitationsAtom } from '#app/facts/facts.ts'
import { useAnswer } from '#app/query/use-answer.ts'
import { inviteAgain } from '#app/session/invitation-visit.ts'
import type { Facts } from '#contract/facts.ts'
import { signInAs } from '#support/window/links-server.ts'
import { FACTS } from '#support/window/onboarding.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { fakeInvitations, invitation } from '#support/window/unmasking.ts'
import { act, expectTexts, screen, userEvent, waitFor } from '#support/window/on-screen.ts'
import { BrandInvitationPopup } from './brand-invitation.tsx'

const KITCHEN = invitation(7, 'Sample Kitchen')
const LIGHTS = invitation(8, 'Example Lights')
const NAME = 'Sample Kitchen wants to know who you are'

signInPerTest()
afterEach(() => {
  for (const id of [7, 8]) document.cookie = `invitation_${id}=; Path=/; Max-Age=0`
  sessionStorage.clear()
  localStorage.clear()
})

type Api = ReturnType<typeof fakeInvitations>

/** Starts the app anew, as after closing the tab and opening it again later. */
function startVisit(minutes: number) {
  sessionStorage.clear()
  vi.setSystemTime(Date.now() + minutes * 60_000)
}

/** Loads an answer after the sheet would have loaded its own, so that a test can wait for both. */
function AnyScreen() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const { value } = useAnswer(`beside ${pathname}`, (options) => getUnmaskingSettings(options), {
    isSecondary: true,
  })
  // Mounted like in the shell, which knows the facts by then.
  const isInvited = useAtomValue(invitationsAtom) > 0
  return (
    <>
      {isInvited && <BrandInvitationPopup />}
      {value && <p>Drawn {pathname}</p>}
    </>
  )
}

async function open(
  address = '/splitlinks',
  route = address.replace(/\?.*/, ''),
  facts: Partial<Facts> = {},
) {
  const invitations = [KITCHEN, LIGHTS]
  const api = fakeInvitations({ invitations })
  const app = await renderAt(route, address, AnyScreen)
  act(() => app.store.set(factsAtom, { ...FACTS, ...facts, invitations: invitations.length }))
  return { ...app, api, user: userEvent.setup() }
}
/** Opens a screen and waits for the question. */
async function openAsked(...where: Parameters<typeof open>) {
  const app = await open(...where)
  await screen.findByRole('dialog', { name: NAME })
  return app
}
const button = (name: string) => screen.getByRole('button', { name })
const timesAsked = ({ requests }: Api) =>
  requests.filter(({ path }) => path === '/v2/my/unmasking/invitations/').length

/** Waits for the answer of the screen and expects that invitations were not requested. */
async function expectNotAsked(api: Api, path = '/splitlinks') {
  await screen.findByText(`Drawn ${path}`)
  await api.quiet()
  expect(timesAsked(api)).toBe(0)
}
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the dialog names the brand and what it would see; accepting is sent to the server (R-555)', async () => {
  const { user, api } = await open()
  expect(await screen.findByRole('dialog', { name: NAME })).toBeTruthy()
  await expectTexts('P-7F3K9QAB', 'Ana Example')
  await user.click(button('Accept'))
  await isGone()
  expect(screen.getByText('Sample Kitchen sees your name from now on.')).toBeTruthy()
  const answered = api.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path)
  expect(answered).toEqual(['/v2/my/unmasking/invitations/7/accept/'])
})

test('the cookie of an invitation lasts a year, for that invitation alone (D-62)', async () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  const { user } = await openAsked()
  await user.click(button('Don’t ask again'))
  await isGone()
  expect(
    written.mock.calls.map(([cookie]) => cookie).filter((one) => one.includes('invit')),
  ).toEqual(['invitation_7=dismissed; Path=/; Max-Age=31536000; SameSite=Lax'])
  written.mockRestore()
})

test('a dismissed invitation never opens again; the next brand’s does (R-556, D-62)', async () => {
  const { user, unmount } = await openAsked()
  await user.click(button('Don’t ask again'))
  await isGone()
  expect(document.cookie).toContain('invitation_7=dismissed')
  unmount()
  sessionStorage.clear()
  await open()
  await screen.findByRole('dialog', { name: 'Example Lights wants to know who you are' })
  expect(screen.queryByRole('dialog', { name: NAME })).toBeNull()
})

test('“Not now” keeps it closed for a day, also after the tab was closed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { user, unmount } = await openAsked()
  await user.click(button('Not now'))
  await isGone()
  expect(document.cookie).not.toContain('dismissed')
  unmount()
  startVisit(24 * 60 - 1)
  const second = await open()
  await expectNotAsked(second.api)
  expect(screen.queryByRole('dialog')).toBeNull()
  second.unmount()
  startVisit(1)
  await openAsked()
})

test('a clock that was a year ahead keeps it closed for at most a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const year = 365 * 24 * 60
  startVisit(year)
  const { user, unmount } = await openAsked()
  await user.click(button('Not now'))
  unmount()
  startVisit(-year)
  await open()
  expect(await screen.findByRole('dialog', { name: NAME })).toBeTruthy()
})

test('“Not now” of one account does not count for another one on this device', async () => {
  const { user, unmount } = await openAsked()
  await user.click(button('Not now'))
  unmount()
  signInAs('bo')
  await open()
  expect(await screen.findByRole('dialog', { name: NAME })).toBeTruthy()
})

test('unanswered, it opens once per visit: not after a reload, but in the next visit', async () => {
  const { unmount } = await openAsked()
  unmount()
  const reloaded = await open()
  await expectNotAsked(reloaded.api)
  expect(screen.queryByRole('dialog')).toBeNull()
  reloaded.unmount()
  startVisit(1)
  await openAsked()
})

test('leaving the screen closes it; the next screen does not open it again', async () => {
  const { history, api } = await openAsked('/splitlinks', '/$screen')
  for (const path of ['/rank', '/splitlinks']) {
    act(() => history.push(path))
    await screen.findByText(`Drawn ${path}`)
    await isGone()
  }
  expect(timesAsked(api)).toBe(1)
})

test('following a brand’s link opens it again, also when it was put off (D-61)', async () => {
  const { user, store } = await openAsked()
  await user.click(button('Not now'))
  await isGone()
  act(() => inviteAgain(store))
  expect(await screen.findByRole('dialog', { name: NAME })).toBeTruthy()
})

test('after a reload, following a brand’s link opens it, also if the facts came first (D-61)', async () => {
  const { user, unmount } = await openAsked()
  await user.click(button('Not now'))
  await isGone()
  unmount()
  const reloaded = await open()
  await expectNotAsked(reloaded.api)
  act(() => inviteAgain(reloaded.store))
  expect(await screen.findByRole('dialog', { name: NAME })).toBeTruthy()
})

test.each([
  ['/settings', 'R-557'],
  ['/settings/accountinfo', 'R-557'],
  ['/settings/accountinfo/phone/confirm', 'R-557'],
  ['/settings/notifications-settings', 'R-557'],
  ['/settings/custom-domains/add-domain', 'R-557'],
  ['/redeem', 'a payment'],
  ['/wallet', 'a payment'],
  ['/wallet/my-requests', 'a payment'],
  ['/wallet/gift-cards', 'a payment'],
  ['/wallet/payment-threshold', 'a payment'],
  ['/creator-step-splitpages', 'the first steps'],
  ['/creator-step-splitpages-instagram', 'the first steps'],
  ['/splitlinks?onboarding=profileMode', 'the first steps'],
  ['/partners', 'R-558'],
  ['/partners/connections', 'R-558'],
])('nothing opens at %s (%s)', async (path) => {
  const { api } = await open(path)
  await expectNotAsked(api, path.replace(/\?.*/, ''))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('nothing opens over the first steps on Home', async () => {
  const onboarding = { step: 'profileMode', intro: false, tasks: false }
  const { api, store } = await open('/', '/', { onboarding })
  await screen.findByText('Drawn /')
  await api.quiet()
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => store.set(factsAtom, { ...FACTS, invitations: 2 }))
  expect(await screen.findByRole('dialog', { name: NAME })).toBeTruthy()
})

test.each(['/partners/chat', '/brand/b1'])('it opens at %s', async (path) => {
  await open(path)
  expect(await screen.findByRole('dialog', { name: NAME })).toBeTruthy()
})

test('it does not open over another dialog', async () => {
  const over = document.createElement('dialog')
  over.setAttribute('open', '')
  document.body.append(over)
  const { api } = await open()
  await waitFor(() => expect(timesAsked(api)).toBe(1))
  await screen.findByText('Drawn /splitlinks')
  await api.quiet()
  expect(screen.queryByRole('dialog', { name: NAME })).toBeNull()
  over.remove()
})
