import { createStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { invitationsAtom } from '../facts/facts.ts'
import { toast } from '#ui/notices/toast.tsx'
import { fakeApi, json, noConnection, type Answer } from '#support/window/fake-api.ts'
import { FACTS } from '#support/window/onboarding.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { invitation } from '#support/window/unmasking.ts'
import { keepBrandReferral, readBrandReferral } from './brand-referral.ts'
import { sendBrandReferral } from './follow-brand-link.ts'

vi.mock('#ui/notices/toast.tsx', () => ({ toast: vi.fn<typeof toast>() }))

const POST = 'POST /v2/my/unmasking/invitations/'
const LINK = '7d5f8d5e-3e65-4ad5-9c7c-7a2f4f0f5b11'

signInPerTest()
beforeEach(() => {
  vi.mocked(toast).mockClear()
  keepBrandReferral(LINK)
})
afterEach(() => sessionStorage.clear())

async function take(answer: Answer) {
  const api = fakeApi({ [POST]: answer, 'GET /v2/my/facts/': { ...FACTS, invitations: 1 } })
  const store = createStore()
  await sendBrandReferral(store)
  return { api, store }
}

test('a brand’s link is sent once and updates the invitations (R-054, D-61)', async () => {
  const { api, store } = await take({ result: invitation(7, 'Sample Kitchen') })
  expect(api.sentTo(POST)).toEqual([{ org_referral_link_uuid: LINK }])
  expect(store.get(invitationsAtom)).toBe(1)
  expect(toast).not.toHaveBeenCalled()
  await sendBrandReferral(store)
  expect(api.sentTo(POST)).toHaveLength(1)
})

test('an automatically accepted invitation shows the exact text (R-554)', async () => {
  await take({ result: invitation(7, 'Sample Kitchen', { status: 'accepted' }) })
  expect(toast).toHaveBeenCalledWith('Accepted invitation form Sample Kitchen')
})

test('an unknown brand link is dropped without a message (D-61)', async () => {
  await take(
    json({ errors: { org_referral_link_uuid: ['This link does not belong to a brand.'] } }, 400),
  )
  expect(readBrandReferral()).toBeNull()
  expect(toast).not.toHaveBeenCalled()
})

test('without an answer the link is sent at the next start', async () => {
  await take(noConnection)
  expect(readBrandReferral()).toBe(LINK)
  expect(toast).not.toHaveBeenCalled()
})
