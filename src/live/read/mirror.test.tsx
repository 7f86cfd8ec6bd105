import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import { Dexie } from 'dexie'
import { expect, test, vi } from 'vitest'
import { editLink, getLink } from '#api/links.ts'
import { aLink, answers, deferred, linksServer, signInAs } from '#support/window/links-server.ts'
import { signInPerTest } from '#support/window/signed-in.ts'
import { recordFailuresPerTest } from '#support/window/failures.ts'
import { storageFor } from '#mirror/store/current.ts'
import { refreshing } from '../sync/refreshing.ts'
import { revalidate } from '../sync/revalidate.ts'
import { useLinkList, useLinkRows, useListState } from './use-mirror.ts'
import { wipeAll } from '../wipe.ts'

const ana = signInPerTest()
const announced = recordFailuresPerTest()

const stored = async () => {
  const storage = storageFor(ana())
  return storage.rows(await storage.keys('links'))
}
const names = async () => (await stored()).map((row) => row?.name)

function Names() {
  const list = useLinkList({})
  const rows = useLinkRows(list?.ids ?? [])
  if (!list) return <p>not loaded</p>
  if (list.ids.length === 0) return <p>empty</p>
  return <p>{rows.map((row) => row?.name ?? '…').join(' ')}</p>
}

test('not loaded, empty and rows look different (R-601)', async () => {
  const server = linksServer()
  const answer = deferred<Response>()
  server.instead(() => answer.promise)
  render(<Names />)
  expect(screen.getByText('not loaded')).toBeTruthy()

  server.asUsual()
  answer.resolve(answers.json({ results: [], next: null, count: 0, cursor: '0' }))
  expect(await screen.findByText('empty')).toBeTruthy()

  server.put(aLink('first'))
  await act(() => revalidate('links'))
  expect(await screen.findByText('first')).toBeTruthy()
})

test('a first import is never shown as "empty" (R-601)', async () => {
  linksServer([aLink('old'), aLink('new')])
  const seen = new Set<string>()
  const { container } = render(<Names />)
  const observer = new MutationObserver(() => seen.add(container.textContent ?? ''))
  observer.observe(container, { childList: true, subtree: true, characterData: true })
  expect(await screen.findByText('new old')).toBeTruthy()
  expect(seen).not.toContain('empty')
})

test('the local copy is shown at once, then the fresh list (R-188, R-601)', async () => {
  const link = aLink('as it was')
  const server = linksServer([link])
  await revalidate('links')
  const slow = deferred<Response | undefined>()
  server.instead(() => slow.promise)
  server.put({ ...link, name: 'as it is', updated_at: '2027-01-01T00:00:00.000Z' })

  render(<Names />)
  expect(await screen.findByText('as it was')).toBeTruthy()
  server.asUsual()
  slow.resolve(undefined)
  expect(await screen.findByText('as it is')).toBeTruthy()
})

test('hidden and deleted rows disappear after a revalidation (R-602)', async () => {
  const [stays, hides, goes] = [aLink('stays'), aLink('hides'), aLink('goes')]
  const server = linksServer([stays, hides, goes])
  await revalidate('links')
  await revalidate('hiddenLinks')
  server.put({ ...hides, is_hidden: true, updated_at: '2027-01-01T00:00:00.000Z' })
  server.remove(goes.uuid)

  await revalidate('hiddenLinks')
  await revalidate('links')

  expect(await names()).toEqual(['stays'])
  const storage = storageFor(ana())
  expect(await storage.keys('hiddenLinks')).toEqual([hides.uuid])
})

test('without changes, a revalidation is one request and no database write (delta contract)', async () => {
  const server = linksServer([aLink('a'), aLink('b')])
  await revalidate('links')
  server.requests.length = 0
  const written = vi.fn<() => void>()
  Dexie.on('storagemutated', written)

  await revalidate('links')

  expect(server.requests.map(({ body }) => Object.keys(body))).toEqual([['since']])
  expect(written).not.toHaveBeenCalled()
  expect(refreshing('links').checkedAt).not.toBeNull()
  Dexie.on.storagemutated.unsubscribe(written)
})

test('an outdated cursor loads the whole list, and removes rows that it does not contain (delta contract)', async () => {
  const [stays, goes] = [aLink('stays'), aLink('goes')]
  const server = linksServer([stays, goes])
  await revalidate('links')
  server.remove(goes.uuid)
  server.forgetChanges()

  await revalidate('links')

  expect(server.requests.at(-1)?.body).toMatchObject({ page: 1 })
  expect(await names()).toEqual(['stays'])
})

test('a list that was synced more than a day ago is loaded whole (D-76)', async () => {
  const server = linksServer([aLink('a')])
  await revalidate('links')
  server.requests.length = 0
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 })
  await revalidate('links')
  vi.useRealTimers()
  expect(server.requests.map(({ body }) => 'since' in body)).toEqual([false])
})

test('a failed refresh keeps the rows, opens no dialog, and is visible (offline 35)', async () => {
  const server = linksServer([aLink('kept')])
  await revalidate('links')
  for (const status of [503, 401, 500]) {
    server.instead(() => answers.json({}, status))
    await revalidate('links')
    expect(refreshing('links').error?.status).toBe(status)
    expect(refreshing('links').failedAt).not.toBeNull()
  }
  expect(announced).toEqual([])
  expect(await names()).toEqual(['kept'])
})

test('without a local copy the failure is announced (R-568)', async () => {
  linksServer().instead(() => answers.json({ retry_after: 120 }, 503))
  await revalidate('links')
  expect(announced).toEqual([503])
})

test('the page of a captive portal is not an answer: nothing is stored or lost (offline 11)', async () => {
  const server = linksServer([aLink('kept')])
  await revalidate('links')
  server.instead(() => answers.captivePortal())
  await revalidate('links')
  expect(refreshing('links').error?.status).toBe('unknown')
  expect(await names()).toEqual(['kept'])
})

test('an edit is in the mirror before its caller continues (R-599)', async () => {
  const link = aLink('before')
  linksServer([link])
  await revalidate('links')
  await editLink(link.uuid, { name: 'after' })
  expect(await names()).toEqual(['after'])
})

test('an answer that was overtaken does not restore the old row', async () => {
  const link = aLink('old')
  const server = linksServer([link])
  await revalidate('links')
  const slow = deferred<Response>()
  server.instead((call) => (call.method === 'GET' ? slow.promise : undefined))
  const late = getLink(link.uuid)
  await editLink(link.uuid, { name: 'new' })
  server.put({ ...link, name: 'new', updated_at: '2027-01-01T00:00:00.000Z' })
  server.asUsual()
  await revalidate('links')
  slow.resolve(answers.json(link))
  await late
  expect(await names()).toEqual(['new'])
})

test('a link that the server no longer has is removed from the mirror when it is opened (R-602)', async () => {
  const link = aLink('gone')
  const server = linksServer([link])
  await revalidate('links')
  server.remove(link.uuid)
  await expect(getLink(link.uuid)).rejects.toMatchObject({ status: 404 })
  expect(await names()).toEqual([])
})

test('a late answer to another session is ignored (R-604, offline 26)', async () => {
  const server = linksServer([aLink('of Ana')])
  const slow = deferred<Response>()
  server.instead(() => slow.promise)
  const late = revalidate('links')
  await vi.waitFor(() => expect(server.requests).toHaveLength(1))

  await wipeAll()
  const ben = signInAs('ben')
  server.asUsual()
  slow.resolve(answers.json({ results: [aLink('of Ana')], next: null, count: 1, cursor: '0' }))
  await late

  expect(await storageFor(ben).keys('links')).toEqual([])
  expect(await Dexie.getDatabaseNames()).not.toContain(`split-${ana()}`)
})

test('a server of another version: missing fields get defaults, new ones are ignored (offline 34)', async () => {
  const { uuid, name } = aLink('older server')
  linksServer().instead(() =>
    answers.json({ results: [{ uuid, name, colour: 'red' }, { name: 'no id' }], next: null }),
  )
  await revalidate('links')
  expect(await stored()).toMatchObject([{ uuid, name, tags: [], lifetime_clicks: 0 }])
})

test('two screens that open together send one request', async () => {
  const server = linksServer([aLink('a')])
  await Promise.all([revalidate('links'), revalidate('links')])
  expect(server.requests).toHaveLength(1)
})

test('a list shows when it was synced, and can be refreshed (D-76)', async () => {
  linksServer([aLink('a')])
  const { result } = renderHook(() => useListState('links'))
  expect(result.current).toMatchObject({ syncedAt: null, error: null, refreshing: false })
  await act(() => result.current.refresh())
  await waitFor(() => expect(result.current.syncedAt).toBeGreaterThan(Date.now() - 60_000))
})
