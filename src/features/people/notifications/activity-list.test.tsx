import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { listActivity } from '#api/activity.ts'
import { ApiError } from '#http/error.ts'
import type { ActivityPage } from '#contract/activity.ts'
import { activityKey, type Group } from '#live/read/activity-copy.ts'
import { openCopy } from '#live/read/copies.ts'
import { deferred, signInAs } from '#support/window/links-server.ts'
import { ActivityList } from './activity-list.tsx'

vi.mock('#api/activity.ts', () => ({ listActivity: vi.fn<typeof listActivity>() }))

beforeEach(() => void signInAs('ana'))

/** Opens the list on a device whose saved copy is empty. */
async function openAfterNothing(group: Group) {
  const nothing = { value: { items: [], next: null, pages: 1 }, at: Date.now() - 60_000 }
  const copy = openCopy(activityKey(group))
  copy.keep(nothing)
  await vi.waitFor(async () => expect(await copy.read()).toBeTruthy())
  const answer = deferred<ActivityPage | ApiError>()
  vi.mocked(listActivity).mockImplementation(async () => {
    const page = await answer.promise
    if (page instanceof ApiError) throw page
    return page
  })
  render(<ActivityList group={group} version={0} open={() => undefined} />)
  // The saved copy has been read by now.
  await act(() => copy.read())
  await act(() => copy.read())
  return (page: ActivityPage | ApiError) => act(async () => answer.resolve(page))
}

const page = (text?: string): ActivityPage => ({
  notifications:
    text === undefined
      ? []
      : [
          {
            id: 1,
            group: 'clicks',
            html: text,
            text,
            url: null,
            image_url: null,
            created_at: '2026-01-01T00:00:00.000Z',
            is_read: false,
          },
        ],
  curr_page: 1,
  next_page: null,
})

const loading = () => screen.queryByRole('status', { name: 'Loading notifications' })

test('an empty local copy is shown as loading until the server has answered', async () => {
  const answer = await openAfterNothing('clicks')
  expect(screen.queryByText('No clicks yet')).toBeNull()
  expect(loading()).toBeTruthy()
  await answer(page('Oak lamp got its first click'))
  expect(await screen.findByText('Oak lamp got its first click')).toBeTruthy()
})

test('an empty list says so once the server has answered', async () => {
  const answer = await openAfterNothing('commission')
  await answer(page())
  expect(await screen.findByText('No commissions yet')).toBeTruthy()
  expect(loading()).toBeNull()
})

test('a failure over an empty local copy does not look like an empty list', async () => {
  const answer = await openAfterNothing('special')
  await answer(new ApiError(500))
  expect(await screen.findByText('Notifications could not be loaded')).toBeTruthy()
  expect(screen.queryByText('Nothing special')).toBeNull()
})
