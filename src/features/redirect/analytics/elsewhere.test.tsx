import { expect, test, vi } from 'vitest'
import { answerOf, ASK } from '#support/window/analytics.ts'
import { fakeApi, noConnection } from '#support/window/fake-api.ts'
import { screen } from '#support/window/on-screen.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { AnalyticsScreen } from './analytics-screen.tsx'

signInPerTest({ width: 1280 })

const NOW = new Date('2026-05-12T12:00:00Z')
const open = () => renderAt('/analytics', '/analytics', AnalyticsScreen)

async function shownIncome() {
  const region = await screen.findByRole('region', { name: 'Earned elsewhere' })
  return region.textContent?.replaceAll(/\s/g, ' ')
}

test('income from affiliate networks is apart from what Split pays, and old copies say so', async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  const earned_elsewhere = {
    approved: 12.5,
    pending: 5,
    unconverted: { SEK: { approved: 30, pending: 10, declined: 0 } },
  }
  const api = fakeApi({ [ASK]: () => answerOf({ earned_elsewhere }) })
  const first = await open()
  expect(await shownIncome()).toBe(
    'Earned elsewhere$12.50Paid by affiliate networks. $5.00 more is pending. Without an exchange rate: SEK 40.00.',
  )
  expect(screen.getByText('No clicks yet')).toBeTruthy()
  await api.quiet()
  first.unmount()
  api.change({ [ASK]: noConnection })
  vi.setSystemTime(NOW.getTime() + 5 * 60_000)
  await open()
  expect(await shownIncome()).toMatch(/^Earned elsewhere, updated 5 min ago\$12\.50/)
  expect(screen.getByText('$12.50').classList.contains('t2')).toBe(true)
})
