import { afterEach, beforeEach, expect, test } from 'vitest'
import { signInAs } from '#support/window/links-server.ts'
import { rowsWritten } from '#support/window/rows-written.ts'
import { openMirror } from '../mirror.ts'
import { wipeAll } from '../wipe.ts'
import { openCopy } from './copies.ts'

beforeEach(() => {
  signInAs('Ana')
  openMirror()
})
afterEach(wipeAll)

test('a copy that says the same is not written again, and the last one that differs stands', async () => {
  const written = rowsWritten('drafts')
  const copy = openCopy<{ total: number }>('facts')
  copy.keep({ total: 3 })
  copy.keep({ total: 3 })
  copy.keep({ total: 4 })
  copy.keep({ total: 3 })
  await expect.poll(written).toBe(3)
  expect(await copy.read()).toEqual({ total: 3 })
})
