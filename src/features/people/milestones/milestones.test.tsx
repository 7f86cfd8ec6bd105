import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openCopy } from '#live/read/copies.ts'
import { revalidate } from '#live/sync/revalidate.ts'
import { aLink, linksServer } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { toast } from '#ui/notices/toast.tsx'
import { levelOf } from './levels.ts'
import { Milestones, MILESTONES_COPY } from './milestones.tsx'

signInPerTest()

const reached = () => openCopy<number>(MILESTONES_COPY).read()

async function open(links: ReturnType<typeof aLink>[]) {
  const server = linksServer(links)
  await revalidate('links')
  act(() => void toast('Nothing yet'))
  await renderWithDialog(<Milestones />)
  const next = async (...changed: ReturnType<typeof aLink>[]) => {
    for (const link of changed) server.put(link)
    await act(() => revalidate('links'))
  }
  return { next }
}

test('the first link, the first click, 100 and 1,000 clicks are announced, only the highest of them', async () => {
  const { next } = await open([])
  await vi.waitFor(async () => expect(await reached()).toBe(0))
  const link = aLink('Oak lamp')
  await next(link)
  expect(await screen.findByText('That’s your first link.')).toBeTruthy()
  await next({ ...link, lifetime_clicks: 1 })
  expect(await screen.findByText('Your first click has come in.')).toBeTruthy()
  await next({ ...link, lifetime_clicks: 100 })
  expect(await screen.findByText('Your links have had 100 clicks.')).toBeTruthy()
  await next({ ...link, lifetime_clicks: 1200 })
  expect(await screen.findByText('Your links have had 1,000 clicks.')).toBeTruthy()
})

test('milestones reached earlier are not announced, and none is announced twice', async () => {
  const link = aLink('Oak lamp', { lifetime_clicks: 120 })
  const { next } = await open([link])
  await vi.waitFor(async () => expect(await reached()).toBe(3))
  expect(screen.getByText('Nothing yet')).toBeTruthy()
  // Hiding a link removes its clicks from the totals. Showing it adds them again.
  await next({ ...link, is_hidden: true }, aLink('Sofa'))
  await next({ ...link, is_hidden: false })
  expect(screen.getByText('Nothing yet')).toBeTruthy()
  expect(await reached()).toBe(3)
})

test('each milestone is reached at its own number', () => {
  const levels = [0, 1, 99, 100, 999, 1000].map((clicks) => levelOf({ links: 1, clicks }))
  expect(levels).toEqual([1, 2, 2, 3, 3, 4])
  expect(levelOf({ links: 0, clicks: 0 })).toBe(0)
})
