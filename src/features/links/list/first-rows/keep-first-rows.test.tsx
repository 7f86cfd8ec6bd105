import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openMirror } from '#live/mirror.ts'
import { clearSession } from '#live/session.ts'
import { readSavedRows } from '#live/start/read-saved.ts'
import { wipeAll } from '#live/wipe.ts'
import { aLink, signInAs } from '#support/window/links-server.ts'
import { useForgetFirstRows, useKeepFirstRows } from './keep-first-rows.ts'

const LAMP = aLink('Lamp')
const ROWS = new Map([[LAMP.uuid, LAMP]])
const IDS = [LAMP.uuid]
let ana = ''

beforeEach(() => {
  window.happyDOM.setViewport({ width: 390, height: 844 })
  ana = signInAs('ana')
  openMirror()
  history.replaceState(null, '', '/splitlinks')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  history.replaceState(null, '', '/')
  await wipeAll()
})

const shown = () => renderHook(() => useKeepFirstRows(IDS, ROWS, 204))
const rest = () => vi.advanceTimersByTime(1000)

test('the rows of the list are saved after a pause, and deleted after a sign-out or when it is empty', async () => {
  shown()
  expect(readSavedRows(ana)).toBe(null)
  rest()
  expect(readSavedRows(ana)?.rows.map(({ title }) => title)).toEqual(['Lamp'])
  renderHook(() => useForgetFirstRows(true))
  expect(readSavedRows(ana)).toBe(null)
  shown()
  rest()
  vi.useRealTimers()
  await wipeAll()
  expect(readSavedRows(ana)).toBe(null)
})

test('a sign-out in another tab deletes the saved rows', async () => {
  shown()
  await clearSession()
  rest()
  expect(readSavedRows(ana)).toBe(null)
})
