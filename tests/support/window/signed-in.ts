import { afterEach, beforeEach, vi } from 'vitest'
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
