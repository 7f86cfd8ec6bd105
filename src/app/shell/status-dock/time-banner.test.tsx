import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderAt } from '#support/window/render-at.tsx'
import { TimeBanner } from './time-banner.tsx'

const NOW = new Date(2026, 4, 12, 9, 41).getTime()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

beforeEach(() => {
  sessionStorage.clear()
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
})

const endsIn = (left: number) => ({
  promotion_id: 7,
  title: 'Light Week',
  ends_at: new Date(NOW + left).toISOString(),
})
const open = (left: number) => renderAt('/', '/', () => <TimeBanner banner={endsIn(left)} />)
const button = () => screen.getByRole('button', { name: /^Light Week/ })
const pass = (time: number) => act(() => vi.advanceTimersByTimeAsync(time))

test('shows what ends and when, counts down, and closes at the end (R-083, D-58)', async () => {
  await open(30 * HOUR + 30_000)
  expect(button().textContent).toContain('1d 06h')
  expect(button().getAttribute('aria-label')).toBe('Light Week, ends in 1 day 6 hours')
  await pass(29 * HOUR + MINUTE)
  expect(button().textContent).toMatch(/59:\d\d$/)
  await pass(HOUR)
  expect(screen.queryByRole('button', { name: /^Light Week/ })).toBeNull()
})

test('is announced once and takes no focus (R-083)', async () => {
  await open(2 * HOUR)
  const said = screen.getAllByRole('status').map((status) => status.textContent)
  expect(said).toContain('Light Week ends in 2 hours')
  await pass(30 * MINUTE)
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual(said)
  expect(document.activeElement).toBe(document.body)
})

test('opens the promotion in a dialog', async () => {
  const { history } = await open(2 * HOUR)
  fireEvent.click(button())
  await vi.waitFor(() => expect(history.location.href).toBe('/?offer=promotion.7'))
})

test('stays hidden in this session, but the next promotion is shown (R-083)', async () => {
  const { unmount } = await open(2 * HOUR)
  fireEvent.click(screen.getByRole('button', { name: 'Hide for now' }))
  expect(screen.queryByRole('button', { name: /^Light Week/ })).toBeNull()
  unmount()
  const again = await open(2 * HOUR)
  expect(screen.queryByRole('button', { name: /^Light Week/ })).toBeNull()
  again.unmount()
  await renderAt('/', '/', () => <TimeBanner banner={{ ...endsIn(HOUR), promotion_id: 8 }} />)
  expect(button()).toBeTruthy()
})

test.each([73 * HOUR, -MINUTE, Number.NaN])(
  'is not shown more than three days before the end, after it or without one: %i (D-58)',
  async (left) => {
    const ends_at = Number.isNaN(left) ? 'soon' : endsIn(left).ends_at
    await renderAt('/', '/', () => <TimeBanner banner={{ ...endsIn(0), ends_at }} />)
    expect(screen.queryByRole('button')).toBeNull()
  },
)
