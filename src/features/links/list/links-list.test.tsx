import { beforeAll, expect, test } from 'vitest'
import { revalidate } from '#live/sync/revalidate.ts'
import { aLink, linksServer } from '#support/window/links-server.ts'
import { renderWithDialog } from '#support/window/render-links.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { expectTexts, press, screen, waitFor, within } from '#support/window/on-screen.ts'
import { refusing } from '#support/window/fake-api.ts'
import { saveLink } from '../links.ts'
import { LinksScreen } from './links-screen.tsx'
import { preloadListParts } from './list-parts.tsx'

// The app does this after its first screen is shown.
beforeAll(() => preloadListParts())

signInPerTest()

test('a wide window shows a table with known columns only', async () => {
  window.happyDOM.setViewport({ width: 1280, height: 800 })
  linksServer([aLink('Oak lamp', { tags: ['home', 'light', 'oak'], lifetime_clicks: 412 })])
  await revalidate('links')
  await renderWithDialog(<LinksScreen />)
  const table = await screen.findByRole('table', { name: 'Links' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual([
    'Select all links',
    'Link',
    'Tags',
    '30 days',
    'Clicks',
    'Earned',
    'Created',
    'Actions',
  ])
  expect(within(table).getByText('+1')).toBeTruthy()
  await press('More for Oak lamp')
  expect(await screen.findByRole('menuitem', { name: 'Hide' })).toBeTruthy()
})

test('a row of a wide window shows its clicks of 30 days without a request', async () => {
  window.happyDOM.setViewport({ width: 1280, height: 800 })
  const until = new Date().toISOString().slice(0, 10)
  const { requests } = linksServer([
    aLink('Oak lamp', { recent_clicks: { until, days: [4, 0, 8] } }),
    aLink('Sofa'),
  ])
  await revalidate('links')
  const before = requests.length
  await renderWithDialog(<LinksScreen />)
  await expectTexts('12 clicks in 30 days', '0 clicks in 30 days')
  expect(requests.slice(before).filter(({ path }) => !path.includes('/search/'))).toEqual([])
})

test('thousands of links are a few dozen rows in the page', async () => {
  window.happyDOM.setViewport({ width: 390, height: 844 })
  linksServer(Array.from({ length: 2000 }, (_, index) => aLink(`Link ${index}`)))
  await revalidate('links')
  const { container } = await renderWithDialog(<LinksScreen />)
  await screen.findByPlaceholderText('Search 2,000 links')
  await screen.findByText('Link 1999')
  expect(container.querySelectorAll('[data-link-row]').length).toBeLessThan(60)
}, 30_000)

test('a column head sorts by its column', async () => {
  window.happyDOM.setViewport({ width: 1280, height: 800 })
  linksServer([
    aLink('Few', { lifetime_clicks: 1 }),
    aLink('Many', { lifetime_clicks: 9 }),
    aLink('Some', { lifetime_clicks: 5 }),
  ])
  await revalidate('links')
  const { container } = await renderWithDialog(<LinksScreen />)
  await press('Clicks')
  await waitFor(() =>
    expect(
      [...container.querySelectorAll('[data-link-row] button:first-of-type')]
        .map((b) => b.textContent)
        .filter(Boolean),
    ).toEqual(['Many', 'Some', 'Few']),
  )
  expect(screen.getByRole('columnheader', { name: 'Clicks' }).getAttribute('aria-sort')).toBe(
    'descending',
  )
})

test('a waiting edit appears at once under its own heading (D-75)', async () => {
  window.happyDOM.setViewport({ width: 390, height: 844 })
  const created_at = new Date().toISOString()
  // The edited link is already the newest, so it keeps its position and only its heading changes.
  const lamp = aLink('Oak lamp', { created_at })
  const server = linksServer([aLink('Old lamp'), lamp])
  await revalidate('links')
  await renderWithDialog(<LinksScreen />)
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy()
  server.instead(refusing(/^PATCH/, {}, 500))
  const edit = saveLink(lamp, { name: 'Oak lamp 2' }, { name: 'Oak lamp' })
  expect(await edit).toMatchObject({ waiting: true })
  expect(await screen.findByRole('heading', { name: 'Waiting to sync' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Today' })).toBeNull()
  expect(await screen.findByText('1 change')).toBeTruthy()
  const again = saveLink(lamp, { utm_source: 'bio' }, { utm_source: '' })
  expect(await again).toMatchObject({ waiting: true })
  expect(await screen.findByText('2 changes')).toBeTruthy()
})
