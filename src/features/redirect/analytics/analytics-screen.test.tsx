import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Analytics, AnalyticsRow } from '#contract/analytics.ts'
import { openMirror } from '#live/mirror.ts'
import { setWidth } from '#support/browser-window.ts'
import { answerOf, apart, ASK, LINK, rowOf, sums } from '#support/window/analytics.ts'
import { fakeApi, json, noConnection, type ApiRequest } from '#support/window/fake-api.ts'
import { signInAs } from '#support/window/links-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { expectTexts, press, userEvent } from '#support/window/on-screen.ts'
import { AnalyticsScreen } from './analytics-screen.tsx'

const NOW = new Date('2026-05-12T12:00:00Z')
const people = Array.from('abcdefghijklmnopqrstu')

/** Each test uses another user, of whom this device has no saved data. */
beforeEach(() => {
  setWidth(1280)
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  signInAs(people.pop() ?? 'zoe')
  openMirror()
})

const totals = {
  clicks: 974,
  people: 700,
  conversions: 6,
  revenue: 1012.4,
  commissions: 91.1,
  conversions_per_100_clicks: 0.62,
  apart: { bots: 3, previews: 1, duplicates: 0, own: 2 },
}
const DAYS = [
  rowOf('2026-05-12', { clicks: 4 }),
  rowOf('2026-05-11', { clicks: 970, people: 700, commissions: 91.1, revenue: 1012.4 }),
]
const THINGS: Record<string, AnalyticsRow[]> = {
  link: [rowOf(LINK, { label: 'Lamp', clicks: 974, commissions: 91.1 })],
  tag: [rowOf('=summer', { label: '=summer', clicks: 12 })],
  source: [rowOf('story', { label: 'Story', clicks: 41 })],
  referrer: [rowOf('news.example', { clicks: 3 })],
  device: [rowOf('phone', { label: 'Phone', clicks: 900 })],
}

const answering = ({ body }: ApiRequest): Analytics => {
  const asked = body['group_by']
  const group = typeof asked === 'string' ? asked : 'day'
  const before = { ...sums, apart, clicks: 1000, commissions: 50 }
  const link_name = body['link_uuid'] === LINK ? 'Lamp' : null
  const results = group === 'day' ? DAYS : (THINGS[group] ?? [])
  return answerOf({ results, totals, before, link_name })
}

const open = (address = '/analytics') =>
  renderAt(
    address.startsWith('/analytics/') ? '/analytics/$id' : '/analytics',
    address,
    AnalyticsScreen,
  )
const table = async () => {
  await userEvent.click(await screen.findByRole('radio', { name: 'Table' }))
  return screen.getByRole('table', { name: 'Numbers by day' })
}
const earned = async () => (await screen.findByText(/^Earned(,|$)/)).closest('div')?.textContent
const isLive = () => screen.getAllByText('$91.10')[0]?.classList.contains('money')
const daysIn = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

test('the screen shows earnings and clicks with the previous period and what was not counted (R-038, R-383)', async () => {
  const api = fakeApi({ [ASK]: answering })
  await open()
  expect(await earned()).toContain('$91.10')
  await expectTexts('Up 82% on the 7 days before', 'Down 3% on the 7 days before')
  expect(screen.getByText('Orders per 100 clicks').nextSibling?.textContent).toBe('0.62')
  expect(
    screen.getByText(/Not counted: 3 bots, 1 link preview, 2 clicks of your own\./),
  ).toBeTruthy()
  expect(api.sentTo(ASK)[0]).toMatchObject({
    date_from: '2026-04-13',
    date_to: '2026-05-12',
    link_uuid: null,
  })
})

test('keys move along the chart, which is read out, and the table has the same days', async () => {
  fakeApi({ [ASK]: answering })
  await open('/analytics?days=7')
  const chart = await screen.findByRole('slider', { name: 'Earnings and clicks by day' })
  const said = () => chart.getAttribute('aria-valuetext')
  expect(said()).toBe('Tue, May 12: $0.00 earned, 4 clicks')
  chart.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(said()).toBe('Mon, May 11: $91.10 earned, 970 clicks')
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(said()).toBe('Wed, May 6: $0.00 earned, 0 clicks')

  const days = await table()
  expect(daysIn(days)).toEqual(['Tue, May 12', 'Mon, May 11', '7 days'])
  await userEvent.click(within(days).getByRole('button', { name: 'Clicks' }))
  expect(daysIn(days)).toEqual(['Mon, May 11', 'Tue, May 12', '7 days'])
  expect(within(days).getByRole('columnheader', { name: 'Clicks' }).getAttribute('aria-sort')).toBe(
    'descending',
  )
})

test('a table that is too wide for a phone starts with the most important columns', async () => {
  setWidth(390)
  fakeApi({ [ASK]: answering })
  await open('/analytics?days=7')
  const heads = within(await table()).getAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual([
    'Day',
    'Clicks',
    'Sold',
    'Earned',
    'People',
    'Orders',
    'Your split',
  ])
  const day = within(await table()).getByRole('row', { name: /^Mon, May 11/ })
  expect(day.textContent).toMatch(/970\$1,012\.40\$91\.10700/)
})

test('breakdowns by link, tag, source, website, device and country; a link leads to its own numbers (R-385)', async () => {
  fakeApi({ [ASK]: answering })
  await open()
  const lamp = await screen.findByRole('link', { name: 'Lamp' })
  expect(lamp.getAttribute('href')).toBe(`/analytics/${LINK}`)
  await userEvent.click(screen.getByRole('tab', { name: 'Tags' }))
  expect(await screen.findByText('=summer')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Sources' }))
  expect(await screen.findByText('Story')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Websites' }))
  expect(await screen.findByText('news.example')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Devices' }))
  expect(await screen.findByText('Phone')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Countries' }))
  expect(screen.getByText(/^Countries are not set up on this server\..*GEOIP_DB/)).toBeTruthy()
})

test('the screen of one link requests only that link (R-039, R-384)', async () => {
  const api = fakeApi({ [ASK]: answering })
  await open(`/analytics/${LINK}`)
  expect(await earned()).toContain('$91.10')
  expect(screen.getByRole('heading', { name: 'Lamp' })).toBeTruthy()
  expect(api.sentTo(ASK).every((body) => body['link_uuid'] === LINK)).toBe(true)
  expect(screen.queryByRole('tab', { name: 'Links' })).toBeNull()
  const sources = within(screen.getByRole('list', { name: 'Numbers by source' }))
  expect(sources.getByText('Story').closest('li')?.textContent).toContain('41 clicks')
})

test('one link shows page views, clicks and orders, each rate with its base', async () => {
  const page = { views: 500, clicks: 80 }
  fakeApi({ [ASK]: (request: ApiRequest) => ({ ...answering(request), totals, page }) })
  await open(`/analytics/${LINK}`)
  const funnel = within(await screen.findByRole('region', { name: 'From page to order' }))
  expect(funnel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Page views500Page views by people',
    'Clicks97480 from your page: 16 per 100 page views',
    'Orders60.62 per 100 clicks',
  ])
})

test('without a page view or click no rate is shown', async () => {
  const none = { ...totals, clicks: 0 }
  fakeApi({ [ASK]: (request: ApiRequest) => ({ ...answering(request), totals: none, page: null }) })
  await open(`/analytics/${LINK}`)
  const funnel = within(await screen.findByRole('region', { name: 'From page to order' }))
  expect(funnel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Clicks0From all sources',
    'Orders6There were no clicks',
  ])
})

const words = (name: string) => screen.getByText(name).nextElementSibling?.textContent

test('every number has one definition, which the screens link to', async () => {
  fakeApi({ [ASK]: answering })
  const first = await open()
  const link = await screen.findByRole('link', { name: 'What is counted' })
  expect(link.getAttribute('href')).toBe('/analytics/definitions')
  const [clicks = ''] = /Clicks are [^.]*\./.exec(link.parentElement?.textContent ?? '') ?? []
  first.unmount()
  await open('/analytics/definitions')
  expect(screen.getByRole('heading', { level: 1, name: 'What is counted' })).toBeTruthy()
  expect(words('Clicks')).toBe(clicks)
  for (const name of ['People', 'Orders', 'Pending', 'Held', 'Approved', 'Paid out'])
    expect(words(name)).toBeTruthy()
  expect(words('Sold, or revenue')).toContain('net (without tax and shipping)')
  expect(words('Orders per 100 clicks')).toContain('divided by clicks')
})

test('one link has numbers by rule with orders per click, all links together have not', async () => {
  const rules = [rowOf('else', { clicks: 1204, conversions: 22 })]
  fakeApi({
    [ASK]: (request: ApiRequest) =>
      request.body['group_by'] === 'rule' ? answerOf({ results: rules }) : answering(request),
  })
  const first = await open()
  await screen.findByRole('tab', { name: 'Countries' })
  expect(screen.queryByRole('tab', { name: 'Rules' })).toBeNull()
  first.unmount()
  await open(`/analytics/${LINK}`)
  await userEvent.click(await screen.findByRole('tab', { name: 'Rules' }))
  const list = within(await screen.findByRole('list', { name: 'Numbers by rule' }))
  expect(list.getByText('Everybody else')).toBeTruthy()
  expect(list.getByText('1.8 orders per 100 clicks, 95% interval 1.2 to 2.8')).toBeTruthy()
})

test('an unknown link says so', async () => {
  fakeApi({ [ASK]: json({}, 404) })
  await open(`/analytics/${LINK}`)
  expect(await screen.findByText('No such link')).toBeTruthy()
})

test('keys choose days in the months, and the address contains them', async () => {
  const api = fakeApi({ [ASK]: answering })
  const { history } = await open()
  await press('Custom')
  const dialog = screen.getByRole('dialog', { name: 'Dates' })
  expect(
    within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Wednesday, May 13, 2026' })
      .disabled,
  ).toBe(true)
  act(() => within(dialog).getByRole('button', { name: 'Tuesday, May 12, 2026' }).focus())
  await userEvent.keyboard('{ArrowUp}{Enter}{ArrowRight}{ArrowRight}{Enter}')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show 3 days' }))
  expect(history.location.search).toBe('?from=2026-05-05&to=2026-05-07')
  expect(await screen.findByRole('button', { name: 'May 5 to 7' })).toBeTruthy()
  const range = { date_from: '2026-05-05', date_to: '2026-05-07' }
  await vi.waitFor(() => expect(api.sentTo(ASK)).toContainEqual(expect.objectContaining(range)))
})

test('an end before the start is not requested, and Page Up goes to the previous month', async () => {
  fakeApi({ [ASK]: answering })
  await open('/analytics?dialog=dates')
  const dialog = await screen.findByRole('dialog', { name: 'Dates' })
  fireEvent.change(within(dialog).getByLabelText('From'), { target: { value: '2026-05-12' } })
  fireEvent.change(within(dialog).getByLabelText('To'), { target: { value: '2026-05-11' } })
  expect(within(dialog).getByRole('alert').textContent).toBe(
    'The last day must not be before the first.',
  )
  act(() => within(dialog).getByRole('button', { name: 'Tuesday, May 12, 2026' }).focus())
  await userEvent.keyboard('{PageUp}{PageUp}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Thursday, March 12, 2026')
})

test('empty and failed states have a text, and a failure can be retried', async () => {
  const api = fakeApi({ [ASK]: json({}, 500) })
  await open()
  const again = await screen.findByRole('button', { name: 'Try again' })
  api.change({ [ASK]: answerOf() })
  await userEvent.click(again)
  expect(await screen.findByText('No clicks yet')).toBeTruthy()
})

test('offline the saved copy is shown, and its money has an age', async () => {
  const api = fakeApi({ [ASK]: answering })
  const first = await open()
  expect(await earned()).toMatch(/^Earned\$91\.10/)
  expect(isLive()).toBe(true)
  await api.quiet()
  first.unmount()
  api.change({ [ASK]: noConnection })
  vi.setSystemTime(NOW.getTime() + 5 * 60_000)
  await open()
  expect(await earned()).toMatch(/^Earned, updated 5 min ago\$91\.10/)
  expect(isLive()).toBe(false)
})
