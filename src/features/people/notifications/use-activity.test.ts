import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { listActivity } from '#api/activity.ts'
import type { ActivityItem, ActivityPage } from '#contract/activity.ts'
import {
  activityKey,
  storeNewestActivity,
  type Group,
  type LoadedActivity,
} from '#live/read/activity-copy.ts'
import { openMirror } from '#live/mirror.ts'
import { openCopy, type Dated } from '#live/read/copies.ts'
import { deferred, signInAs } from '#support/window/links-server.ts'
import { useActivity } from './use-activity.ts'

vi.mock('#api/activity.ts', () => ({ listActivity: vi.fn<typeof listActivity>() }))

const item = (id: number): ActivityItem => ({
  id,
  group: 'clicks',
  html: `Line ${id}`,
  text: `Line ${id}`,
  url: null,
  image_url: null,
  created_at: '2026-01-01T00:00:00.000Z',
  is_read: false,
})
const page = (number: number, last = 2): ActivityPage => ({
  notifications: [item(number)],
  curr_page: number,
  next_page: number < last ? number + 1 : null,
})

/** Answers requests in order, each when the test says so. */
function slowServer() {
  const asked: { number: number; answer: (page: ActivityPage) => void }[] = []
  vi.mocked(listActivity).mockImplementation((_group, number) => {
    const { promise, resolve } = deferred<ActivityPage>()
    asked.push({ number, answer: resolve })
    return promise
  })
  const pages = () => asked.map(({ number }) => number)
  return { asked, pages }
}

const people = ['ana', 'bea', 'cem', 'dia']

/** Each test has its own user, without saved copies. */
beforeEach(() => {
  signInAs(people.pop() ?? 'eve')
  openMirror()
})

test('a group shown from the list of all items does not get shorter while it is loaded', async () => {
  const { asked, pages } = slowServer()
  const items = [item(3), item(2)]
  openCopy<Dated<LoadedActivity>>(activityKey('all')).keep({
    value: { items, next: null, pages: 1 },
    at: 1,
  })
  const { result, rerender } = renderHook(({ group }) => useActivity(group, 0), {
    initialProps: { group: 'all' as Group },
  })
  await waitFor(() => expect(result.current.items).toEqual(items))
  rerender({ group: 'clicks' })
  await waitFor(() => expect(pages()).toEqual([1, 1]))
  expect(result.current.items).toEqual(items)
  await act(async () => asked[1]?.answer({ ...page(1), notifications: [item(3)] }))
  await waitFor(() => expect(pages()).toEqual([1, 1, 2]))
  expect(result.current.items).toEqual(items)
  await act(async () => asked[2]?.answer({ ...page(2), notifications: [item(2)] }))
  await waitFor(() => expect(result.current.busy).toBe(false))
  expect(result.current.items).toEqual(items)
})

test('further pages stay shown while the first page is loaded again', async () => {
  const { asked, pages } = slowServer()
  const { result, rerender } = renderHook(({ unread }) => useActivity('special', unread), {
    initialProps: { unread: 0 },
  })
  await waitFor(() => expect(pages()).toEqual([1]))
  await act(async () => asked[0]?.answer(page(1)))
  await waitFor(() => expect(result.current.items).toHaveLength(1))
  act(() => result.current.more())
  await waitFor(() => expect(pages()).toEqual([1, 2]))
  // The unread count arrives while the second page is loading.
  rerender({ unread: 2 })
  await act(async () => asked[1]?.answer(page(2)))
  await waitFor(() => expect(pages()).toEqual([1, 2, 1]))
  await act(async () => asked[2]?.answer(page(1)))
  await waitFor(() => expect(pages()).toEqual([1, 2, 1, 2]))
  await act(async () => asked[3]?.answer(page(2)))
  await waitFor(() => expect(result.current.busy).toBe(false))
  expect(result.current.items?.map(({ id }) => id)).toEqual([1, 2])
  expect(result.current.nextPage).toBeNull()
})

test('Show more works during a background refresh', async () => {
  const { asked, pages } = slowServer()
  const { result, rerender } = renderHook(({ unread }) => useActivity('commission', unread), {
    initialProps: { unread: 0 },
  })
  await waitFor(() => expect(pages()).toEqual([1]))
  await act(async () => asked[0]?.answer(page(1)))
  await waitFor(() => expect(result.current.items).toHaveLength(1))
  rerender({ unread: 2 })
  await waitFor(() => expect(pages()).toEqual([1, 1]))
  expect(result.current).toMatchObject({ busy: true, adding: false })
  act(() => result.current.more())
  expect(result.current.adding).toBe(true)
  await act(async () => asked[1]?.answer(page(1)))
  await waitFor(() => expect(pages()).toEqual([1, 1, 2]))
  await act(async () => asked[2]?.answer(page(2)))
  await waitFor(() => expect(result.current.adding).toBe(false))
  expect(result.current.items?.map(({ id }) => id)).toEqual([1, 2])
})

test('preloading for offline use does not remove rows of the open list', async () => {
  const { asked, pages } = slowServer()
  const ahead = storeNewestActivity(2)
  await waitFor(() => expect(pages()).toEqual([1]))
  const { result, unmount } = renderHook(() => useActivity('all', 2))
  await waitFor(() => expect(pages()).toEqual([1, 1]))
  await act(async () => asked[1]?.answer(page(1)))
  await waitFor(() => expect(result.current.busy).toBe(false))
  act(() => result.current.more())
  await waitFor(() => expect(pages()).toEqual([1, 1, 2]))
  await act(async () => asked[2]?.answer(page(2)))
  await waitFor(() => expect(result.current.items).toHaveLength(2))
  await act(async () => asked[0]?.answer(page(1)))
  await ahead
  unmount()
  const kept = await openCopy<Dated<LoadedActivity>>(activityKey('all')).read()
  expect(kept?.value.items.map(({ id }) => id)).toEqual([1, 2])
})
