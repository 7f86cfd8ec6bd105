import { afterEach, beforeEach, vi } from 'vitest'
import { openMirror } from '#live/mirror.ts'
import { wipeAll } from '#live/wipe.ts'
import { setWidth } from '#support/browser-window.ts'
import { signInAs } from './links-server.ts'

const people = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

/**
 * Signs in before each test and deletes all data on the device after it. Each test gets another
 * person, because a copy that a test saves at its end could appear in the next. Returns a function
 * for the id of the person.
 */
export function signInPerTest({ width }: { width?: number } = {}) {
  let uuid = ''
  beforeEach(() => {
    uuid = signInAs(people.shift() ?? 'ana')
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
