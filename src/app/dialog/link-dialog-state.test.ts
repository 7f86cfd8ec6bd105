import { createMemoryHistory } from '@tanstack/react-router'
import { createStore } from 'jotai'
import { afterEach, expect, test, vi } from 'vitest'
import { confirm } from '#ui/dialog/confirm.tsx'
import {
  bindLinkDialog,
  closeView,
  currentView,
  openView,
  replaceView,
  resetViews,
} from './link-dialog-state.ts'
import { guardLeaving, addUnsaved, hasUnsaved } from './unsaved.ts'

vi.mock('#ui/dialog/confirm.tsx', () => ({ confirm: vi.fn<typeof confirm>() }))

let unbind: (() => void) | undefined
afterEach(() => {
  unbind?.()
  vi.clearAllMocks()
})

function dialogAt(...entries: string[]) {
  const history = createMemoryHistory({ initialEntries: entries })
  const store = createStore()
  const unbindViews = bindLinkDialog(store, history)
  const stopGuard = guardLeaving(store, history)
  unbind = () => {
    unbindViews()
    stopGuard()
  }
  return { history, store, view: () => store.get(currentView), at: () => history.location.href }
}

const hold = (store: ReturnType<typeof createStore>) =>
  store.set(addUnsaved, { id: Symbol('form'), within: 'dialog', discard: () => undefined })

test('opening a view adds the parameter, Back closes it (R-055)', () => {
  const { store, history, view, at } = dialogAt('/rank')
  store.set(openView, { name: 'create' })
  expect(view()).toEqual({ name: 'create' })
  expect(at()).toBe('/rank?create_split_link=1')
  history.back()
  expect(view()).toBeUndefined()
  expect(at()).toBe('/rank')
})

test('views are stacked and close one by one', async () => {
  const { store, view, at } = dialogAt('/splitlinks?q=lamp')
  store.set(openView, { name: 'share', uuid: 'a' })
  store.set(openView, { name: 'create' })
  await store.set(closeView)
  expect(view()).toEqual({ name: 'share', uuid: 'a' })
  await store.set(closeView)
  expect(view()).toBeUndefined()
  expect(at()).toBe('/splitlinks?q=lamp')
})

test('SHARE replaces CREATE, so that Back does not return to the form', () => {
  const { store, history, view } = dialogAt('/')
  store.set(openView, { name: 'create' })
  store.set(replaceView, { name: 'share', uuid: 'a', created: true })
  expect(view()).toEqual({ name: 'share', uuid: 'a', created: true })
  history.back()
  expect(view()).toBeUndefined()
})

test.each([
  '/rank?create_split_link',
  '/rank?create_split_link=1',
  '/rank?create_{product}_link=x',
])('%s opens CREATE, and closing removes the parameter (R-055, D-03)', async (address) => {
  const { store, view, at } = dialogAt(address)
  expect(view()).toEqual({ name: 'create' })
  await store.set(closeView)
  expect(view()).toBeUndefined()
  expect(at()).toBe('/rank')
})

test('a web address in the parameter is filled in (D-03)', () => {
  const url = 'https://shop.example/lamp?x=1'
  const { view } = dialogAt(`/?create_split_link=${encodeURIComponent(url)}`)
  expect(view()).toEqual({ name: 'create', url })
})

test('other values are not filled in', () => {
  expect(dialogAt('/?create_split_link=javascript:alert(1)').view()).toEqual({ name: 'create' })
})

test('closing with unsaved changes asks in the exact words and stays on Cancel', async () => {
  const { store, view } = dialogAt('/')
  store.set(openView, { name: 'create' })
  hold(store)
  vi.mocked(confirm).mockResolvedValueOnce(false)
  await store.set(closeView)
  expect(confirm).toHaveBeenCalledWith(
    'You have unsaved changes. Are you sure you want to leave?',
    expect.anything(),
  )
  expect(view()).toEqual({ name: 'create' })
  vi.mocked(confirm).mockResolvedValueOnce(true)
  await store.set(closeView)
  expect(view()).toBeUndefined()
  expect(store.get(hasUnsaved)).toBe(false)
})

test('leaving the page with unsaved changes asks too (D-84)', async () => {
  const { store, history, at } = dialogAt('/')
  store.set(openView, { name: 'create' })
  hold(store)
  vi.mocked(confirm).mockResolvedValueOnce(false)
  history.push('/rank')
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledOnce())
  expect(at()).toBe('/?create_split_link=1')
  vi.mocked(confirm).mockResolvedValueOnce(true)
  history.push('/rank')
  await vi.waitFor(() => expect(at()).toBe('/rank'))
  expect(store.get(currentView)).toBeUndefined()
})

test('a critical dialog closes every view without asking (R-091, D-105)', () => {
  const { store, view, at } = dialogAt('/splitlinks')
  store.set(openView, { name: 'share', uuid: 'a' })
  store.set(openView, { name: 'create' })
  hold(store)
  store.set(resetViews)
  expect(view()).toBeUndefined()
  expect(at()).toBe('/splitlinks')
  expect(confirm).not.toHaveBeenCalled()
})

test('closing views above one from the address leaves a clean address', () => {
  const { store, view, at } = dialogAt('/rank?create_split_link=1')
  store.set(openView, { name: 'share', uuid: 'a' })
  store.set(resetViews)
  expect(view()).toBeUndefined()
  expect(at()).toBe('/rank')
})

test('closing again after everything is closed does not go back', async () => {
  const { store, at } = dialogAt('/rank', '/splitlinks')
  store.set(openView, { name: 'create' })
  const closing = store.set(closeView)
  store.set(resetViews)
  await closing
  expect(at()).toBe('/splitlinks')
})
