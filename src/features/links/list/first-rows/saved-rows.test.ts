import { afterEach, expect, test, vi } from 'vitest'
import type { SavedRows } from '#live/start/read-saved.ts'
import { drawSavedRows } from './saved-rows.ts'
import { thisWindow } from './whole-list.ts'

afterEach(() => {
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})

const saved = (more: Partial<SavedRows> = {}): Promise<SavedRows> =>
  Promise.resolve({
    window: thisWindow(),
    top: 240,
    rows: [
      {
        title: '<b>Oak</b> lamp',
        host: 'split.to/',
        code: 'oak',
        clicks: 1412,
        created_at: '2026-05-12T10:00:00.000Z',
      },
    ],
    ...more,
  })

/** Sets up the page before the app starts. */
function outline(address = '/splitlinks') {
  history.replaceState(null, '', address)
  const root = document.createElement('div')
  root.innerHTML = '<div class="boot"></div>'
  document.body.append(root)
  return root
}

const drawn = () => document.querySelectorAll('[data-saved-row]').length
const turn = () => new Promise((resolve) => setTimeout(resolve))

test('the saved rows are drawn in their places, as text that cannot be pressed', async () => {
  expect(await drawSavedRows(outline(), saved())).toBe(true)
  const row = document.querySelector<HTMLElement>('[data-saved-row]')
  expect(row?.textContent).toBe('<b>Oak</b> lampsplit.to/oak1,412 clicks')
  const box = row?.parentElement
  expect(box?.style.top).toBe('240px')
  expect(box?.hasAttribute('inert') || box?.inert).toBe(true)
  expect(box?.getAttribute('aria-hidden')).toBe('true')
  expect(box?.querySelector('a, button')).toBe(null)
})

test.each([
  ['another screen', '/splitlinks?tab=collections', {}],
  ['a search', '/splitlinks?q=lamp', {}],
  ['a window of another size', '/splitlinks', { window: '999 16px' }],
])('%s: nothing is drawn', async (_, address, more) => {
  expect(await drawSavedRows(outline(address), saved(more))).toBe(false)
  expect(drawn()).toBe(0)
})

test('saved rows and rows of the server are not drawn over each other', async () => {
  const root = outline()
  expect(await drawSavedRows(root, saved())).toBe(true)
  expect(await drawSavedRows(root, saved({ top: 204 }))).toBe(true)
  expect(drawn()).toBe(1)
})

test('saved rows cover the shell and placeholders, and are removed when the rows are rendered', async () => {
  const root = outline()
  await drawSavedRows(root, saved())
  root.innerHTML = '<nav></nav>'
  await turn()
  root.innerHTML = '<h1>Links</h1><div data-awaits-rows></div>'
  await turn()
  expect(drawn()).toBe(1)
  root.innerHTML = '<h1>Links</h1><div data-link-row="x"></div>'
  await turn()
  expect(drawn()).toBe(0)
})

test.each([
  ['an empty list', '<h1>Links</h1><p>Create your first link</p>'],
  ['a dialog', '<dialog></dialog>'],
  ['a sign-in that failed', '<h1>Signing in didn’t work</h1>'],
])('saved rows are removed when %s is shown instead', async (_, html) => {
  const root = outline()
  await drawSavedRows(root, saved())
  root.innerHTML = html
  await turn()
  expect(drawn()).toBe(0)
})

test('saved rows are removed even if no rows follow', async () => {
  vi.useFakeTimers()
  await drawSavedRows(outline(), saved())
  await vi.advanceTimersByTimeAsync(4000)
  expect(drawn()).toBe(0)
})
