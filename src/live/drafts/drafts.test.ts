import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInAs } from '#support/window/links-server.ts'
import { useDraft } from './drafts.ts'
import { databaseName } from '#mirror/store/database.ts'
import { closeMirror, linksIndex, openMirror } from '../mirror.ts'
import { wipeAll } from '../wipe.ts'

let ana = ''
beforeEach(() => {
  ana = signInAs('ana')
  openMirror()
})
afterEach(() => wipeAll())

type Typed = { url: string }
const open = (name = 'create') => renderHook(() => useDraft<Typed>(name))
const valueOf = ({ result }: ReturnType<typeof open>) => result.current[0]

test('a form starts without a draft once that is certain (D-105)', async () => {
  const form = open()
  expect(valueOf(form)).toBeUndefined()
  await waitFor(() => expect(valueOf(form)).toBeNull())
})

test('typed values are restored when the form opens again, at once and after a reload (D-105)', async () => {
  const form = open()
  await waitFor(() => expect(valueOf(form)).toBeNull())
  act(() => form.result.current[1]({ url: 'half an addr' }))
  form.unmount()
  expect(valueOf(open())).toEqual({ url: 'half an addr' })

  await act(async () => closeMirror())
  const afterReload = open()
  await waitFor(() => expect(valueOf(afterReload)).toEqual({ url: 'half an addr' }))
})

test('a saved or discarded draft is not restored (D-105)', async () => {
  const form = open()
  act(() => form.result.current[1]({ url: 'typed' }))
  act(() => form.result.current[2]())
  expect(valueOf(form)).toBeNull()
  form.unmount()
  const again = open()
  await waitFor(() => expect(valueOf(again)).toBeNull())
})

test('each form has its own draft', async () => {
  const form = open('create')
  act(() => form.result.current[1]({ url: 'typed' }))
  const other = open('edit')
  await waitFor(() => expect(valueOf(other)).toBeNull())
})

test('the next user does not see the draft (R-604)', async () => {
  const form = open()
  act(() => form.result.current[1]({ url: 'typed' }))
  form.unmount()
  await wipeAll()
  signInAs('ben')
  openMirror()
  const next = open()
  await waitFor(() => expect(valueOf(next)).toBeNull())
})

/** Delays a read of the database until the test releases it. */
function delayRead() {
  const held = new EventTarget()
  const reading = new Promise<unknown>((resolve) =>
    held.addEventListener('read', (event) => resolve((event as CustomEvent<unknown>).detail)),
  )
  vi.spyOn(linksIndex().storage, 'draft').mockReturnValue(reading)
  return (detail: unknown) => held.dispatchEvent(new CustomEvent('read', { detail }))
}

test('a form can be filled in even if the device never answers whether there is a draft (D-105)', async () => {
  vi.useFakeTimers()
  try {
    delayRead()
    const form = open()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(valueOf(form)).toBeUndefined()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(valueOf(form)).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['comes up', false, 'from before'],
  ['does not come up over what was typed since', true, 'typed since'],
])('a draft that is loaded late %s (D-105)', async (_, types, url) => {
  vi.useFakeTimers()
  try {
    const read = delayRead()
    const form = open()
    await act(() => vi.advanceTimersByTimeAsync(2000))
    if (types) act(() => form.result.current[1]({ url: 'typed since' }))
    read({ url: 'from before' })
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(valueOf(form)).toEqual({ url })
  } finally {
    vi.useRealTimers()
  }
})

/** Opens the same database in a newer version, as another tab would. */
async function upgradeElsewhere() {
  const newer = indexedDB.open(databaseName(ana), 1000)
  await new Promise((resolve, reject) => {
    newer.addEventListener('success', resolve)
    newer.addEventListener('blocked', reject)
  })
  newer.result.close()
}

test('values typed while a newer version uses the database survive the reload (offline 27)', async () => {
  const form = open()
  await waitFor(() => expect(valueOf(form)).toBeNull())
  await upgradeElsewhere()
  act(() => form.result.current[1]({ url: 'typed too late' }))
  form.unmount()
  await act(async () => closeMirror())
  const afterReload = open()
  await waitFor(() => expect(valueOf(afterReload)).toEqual({ url: 'typed too late' }))
  act(() => afterReload.result.current[2]())
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('drafts kept in the tab are deleted by a sign-out, and stay for the same user (R-604, D-105)', async () => {
  await upgradeElsewhere()
  const form = open()
  await waitFor(() => expect(valueOf(form)).toBeNull())
  await upgradeElsewhere()
  act(() => form.result.current[1]({ url: 'typed' }))
  form.unmount()
  await wipeAll({ keepDraftsOf: ana })
  expect(Object.keys(sessionStorage)).toHaveLength(1)
  await wipeAll()
  expect(Object.keys(sessionStorage)).toEqual([])
})
