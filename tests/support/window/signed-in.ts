import { afterEach, beforeEach, vi } from 'vitest'
import type { Access } from '#contract/people/members.ts'
import { saveAccounts, setActing } from '#live/acting.ts'
import { openMirror } from '#live/mirror.ts'
import { wipeAll } from '#live/wipe.ts'
import { setWidth } from '#support/browser-window.ts'
import { signInAs } from './links-server.ts'

const unusedNames = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

/**
 * Signs in before each test and deletes all data on the device after it. Each test gets another
 * user, because a copy that one test saves late could appear in the next one. Returns a function
 * for the id of the person.
 */
export function signInPerTest({ width }: { width?: number } = {}) {
  let uuid = ''
  beforeEach(() => {
    uuid = signInAs(unusedNames.shift() ?? 'ana')
    openMirror()
    if (width) setWidth(width)
    vi.stubGlobal('scrollTo', () => undefined)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await wipeAll()
  })
  return () => uuid
}

/**
 * Signs in a person who may act for the account of Ana, and does. Returns a function that goes back
 * to the person's own account.
 */
export function actForAna(access: Access[]) {
  const uuid = signInAs('mia')
  saveAccounts(uuid, [{ id: 'ana', name: 'Ana', email: 'ana@example.com', access }])
  setActing(uuid, 'ana')
  return () => setActing(uuid, null)
}
