import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { factsAtom } from '#app/facts/facts.ts'
import { openMirror } from '#live/mirror.ts'
import { wipeAll } from '#live/wipe.ts'
import { signInAs } from '#support/window/links-server.ts'
import { FACTS } from '#support/window/onboarding.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { fakeBrands, invitation } from '#support/window/unmasking.ts'
import { BrandInvitationPopup } from './brand-invitation.tsx'

const KITCHEN = invitation(7, 'Sample Kitchen')
const LIGHTS = invitation(8, 'Example Lights')
const NAME = 'Sample Kitchen wants to know who you are'

beforeEach(() => {
  signInAs('ana')
  openMirror()
})
afterEach(async () => {
  for (const id of [7, 8]) document.cookie = `invitation_${id}=; Path=/; Max-Age=0`
  await wipeAll()
  vi.unstubAllGlobals()
})

async function open(path = '/splitlinks', invitations = [KITCHEN, LIGHTS]) {
  const api = fakeBrands({ invitations })
  const app = await renderAt(path, path, BrandInvitationPopup)
  act(() => app.store.set(factsAtom, { ...FACTS, invitations: invitations.length }))
  return { ...app, api, user: userEvent.setup() }
}
const button = (name: string) => screen.getByRole('button', { name })
const isGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('a brand that asks is named, with what it would see; accepting tells it (R-555)', async () => {
  const { user, api } = await open()
  expect(await screen.findByRole('dialog', { name: NAME })).toBeTruthy()
  expect(screen.getByText('P-7F3K9QAB')).toBeTruthy()
  expect(screen.getByText('Ana Example')).toBeTruthy()
  await user.click(button('Accept'))
  await isGone()
  expect(screen.getByText('Sample Kitchen sees your name from now on.')).toBeTruthy()
  const answered = api.asked.filter(({ method }) => method === 'PUT').map(({ path }) => path)
  expect(answered).toEqual(['/v2/my/unmasking/invitations/7/accept/'])
})

test('its cookie is kept for a year, for that invitation alone (D-62)', async () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  const { user } = await open()
  await screen.findByRole('dialog', { name: NAME })
  await user.click(button('Don’t ask again'))
  await isGone()
  expect(
    written.mock.calls.map(([cookie]) => cookie).filter((one) => one.includes('invit')),
  ).toEqual(['invitation_7=dismissed; Path=/; Max-Age=31536000; SameSite=Lax'])
  written.mockRestore()
})

test('one that was dismissed stays away for good; the next brand may still ask (R-556, D-62)', async () => {
  const { user, unmount } = await open()
  await screen.findByRole('dialog', { name: NAME })
  await user.click(button('Don’t ask again'))
  await isGone()
  expect(document.cookie).toContain('invitation_7=dismissed')
  unmount()
  await open()
  expect(
    await screen.findByRole('dialog', { name: 'Example Lights wants to know who you are' }),
  ).toBeTruthy()
  expect(screen.queryByRole('dialog', { name: NAME })).toBeNull()
})

test('“Not now” is for this visit', async () => {
  const { user, unmount } = await open()
  await screen.findByRole('dialog', { name: NAME })
  await user.click(button('Not now'))
  await isGone()
  expect(document.cookie).not.toContain('dismissed')
  unmount()
  await open()
  expect(await screen.findByRole('dialog', { name: NAME })).toBeTruthy()
})

test.each([
  ['/settings', 'R-557'],
  ['/settings/accountinfo', 'R-557'],
  ['/settings/accountinfo/phone/confirm', 'R-557'],
  ['/settings/notifications-settings', 'R-557'],
  ['/settings/custom-domains/add-domain', 'R-557'],
  ['/partners', 'R-558'],
  ['/partners/connections', 'R-558'],
])('nothing comes up at %s (%s)', async (path) => {
  const { api } = await open(path)
  await api.quiet()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.asked).toEqual([])
})

test.each(['/partners/chat', '/brand/b1'])('it does at %s', async (path) => {
  await open(path)
  expect(await screen.findByRole('dialog', { name: NAME })).toBeTruthy()
})

test('what already lies over a screen comes first', async () => {
  const over = document.createElement('dialog')
  over.setAttribute('open', '')
  document.body.append(over)
  const { api } = await open()
  await waitFor(() => expect(api.asked).toHaveLength(1))
  await api.quiet()
  expect(screen.queryByRole('dialog', { name: NAME })).toBeNull()
  over.remove()
})
