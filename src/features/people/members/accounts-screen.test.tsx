import { beforeEach, expect, test } from 'vitest'
import { closeMirror } from '#live/mirror.ts'
import { saveAccounts, setActing } from '#live/acting.ts'
import { waitingChanges } from '#live/outbox/other-outboxes.ts'
import { changeNow, setOfflineCheck } from '#live/outbox/tab-outbox.ts'
import { fakeApi } from '#support/window/fake-api.ts'
import { expectTexts, press, screen } from '#support/window/on-screen.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { AccountsScreen } from './accounts-screen.tsx'

const person = signInPerTest()
const ANA = {
  id: '5d3d8d5e-3e65-4ad5-9c7c-7a2f4f0f5b11',
  name: 'Ana Moss',
  email: 'ana@example.com',
  access: ['edit' as const],
}
const URL = 'https://shop.example/lamp'

/** Queues a link for Ana's account without a connection, and returns to the own account. */
beforeEach(async () => {
  setOfflineCheck(() => true)
  saveAccounts(person(), [ANA])
  closeMirror()
  setActing(person(), ANA.id)
  await changeNow({ kind: 'create-link', link: crypto.randomUUID(), body: { url: URL } }, URL)
  closeMirror()
  setActing(person(), null)
  return () => setOfflineCheck(() => !navigator.onLine)
})

test('changes for an account to which the access ended stay until they are discarded', async () => {
  fakeApi({ 'GET /v2/my/accounts/': { results: [] } })
  await renderAt('/settings/accounts', '/settings/accounts', AccountsScreen)
  await expectTexts('You no longer have access.', 'These changes were not sent:', URL)
  expect(screen.queryByRole('button', { name: 'Switch to Ana Moss' })).toBeNull()
  expect(await waitingChanges(ANA.id)).toHaveLength(1)
  await press('Remove Ana Moss from this device')
  await expectTexts(/You don’t help with other accounts/)
  expect(await waitingChanges(ANA.id)).toEqual([])
})
