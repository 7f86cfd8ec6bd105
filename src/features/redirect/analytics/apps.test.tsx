import { beforeEach, expect, test } from 'vitest'
import { setWidth } from '#support/browser-window.ts'
import { answerOf, ASK, rowOf, sums, apart } from '#support/window/analytics.ts'
import { fakeApi } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { screen, userEvent, within } from '#support/window/on-screen.ts'
import { AnalyticsScreen } from './analytics-screen.tsx'

signInPerTest()
beforeEach(() => setWidth(1280))

const ROWS: [key: string, label: string, clicks: number, orders: number][] = [
  ['instagram', 'Instagram', 1204, 22],
  ['instagram-out', 'Instagram, to the browser', 900, 60],
  ['facebook', 'Facebook', 400, 40],
  ['facebook-out', 'Facebook, to the browser', 3000, 40],
  ['tiktok-out', 'TikTok, to the browser', 3000, 40],
  ['', 'Browser or unknown', 10, 1],
]

test('orders per 100 clicks are compared inside each app and in the browser', async () => {
  const results = ROWS.map(([key, label, clicks, conversions]) =>
    rowOf(key, { label, clicks, conversions }),
  )
  fakeApi({ [ASK]: answerOf({ results, totals: { ...sums, clicks: 8514, apart } }) })
  await renderAt('/analytics', '/analytics', AnalyticsScreen)
  await userEvent.click(await screen.findByRole('tab', { name: 'Apps' }))
  const list = within(await screen.findByRole('list', { name: 'Numbers by app' }))
  expect(list.getByText('1.8 orders per 100 clicks, 95% interval 1.2 to 2.8')).toBeTruthy()
  expect(list.getByText('Instagram, to the browser')).toBeTruthy()
  const verdicts = screen.getByRole('list', { name: 'Inside the app or in the browser' })
  expect(
    within(verdicts)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Instagram: more orders in the browser.',
    'Facebook: more orders inside the app.',
    'TikTok: Not enough data yet.',
  ])
})
