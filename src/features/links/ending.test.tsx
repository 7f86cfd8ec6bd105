import { beforeEach, expect, test, vi } from 'vitest'
import { aLink } from '#support/window/links-server.ts'
import { act, hrefOf, render, screen } from '#support/window/on-screen.ts'
import { Ending } from './ending.tsx'
import { ShareState } from './share/share-state.tsx'

const HOUR = 60 * 60 * 1000
beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 4, 1, 12) }))

const endingIn = (ms: number, more = {}) =>
  aLink('Oak lamp', { expires_at: new Date(Date.now() + ms).toISOString(), ...more })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a row follows the clock until the end of its link, then stops', async () => {
  render(<Ending link={endingIn(25 * HOUR)} />)
  expect(screen.getByText('Ends in 1 day')).toBeTruthy()
  await pass(2 * HOUR)
  expect(screen.getByText('Ends in 23 hours')).toBeTruthy()
  await pass(22.5 * HOUR)
  expect(screen.getByText('Ends in 30 min')).toBeTruthy()
  await pass(HOUR)
  expect(screen.getByText('Ended')).toBeTruthy()
  expect(vi.getTimerCount()).toBe(0)
})

test('links without an end show nothing, as do rows from older versions', () => {
  const { container } = render(
    <>
      <Ending link={aLink('Oak lamp', { expires_at: null })} />
      <Ending link={aLink('Linen set')} />
      <ShareState link={aLink('Linen set')} />
      <ShareState link={endingIn(HOUR)} />
    </>,
  )
  expect(container.textContent).toBe('')
})

test('a blocked link is shown as blocked, ended or not', () => {
  render(<Ending link={endingIn(-HOUR, { is_blocked: true })} />)
  expect(screen.getByText('Blocked')).toBeTruthy()
  expect(screen.queryByText('Ended')).toBeNull()
})

test('SHARE of an ended or blocked link says what visitors see', () => {
  const { rerender } = render(<ShareState link={endingIn(-HOUR)} />)
  expect(screen.getByRole('status').textContent).toContain('People see “This link has ended”.')
  const fallback_url = 'https://next.example/shop/'
  rerender(<ShareState link={endingIn(-HOUR, { fallback_url })} />)
  expect(screen.getByRole('status').textContent).toContain('People go to next.example/shop now.')
  rerender(<ShareState link={aLink('Oak lamp', { is_blocked: true })} />)
  expect(screen.getByRole('status').textContent).toContain('It does not redirect')
})

test('SHARE of a link that has not started, or has no openings left, says what visitors see', () => {
  const starts_at = new Date(Date.now() + HOUR).toISOString()
  const { rerender } = render(<ShareState link={aLink('Oak lamp', { starts_at })} />)
  expect(screen.getByRole('status').textContent).toMatch(/^Opens .+ People see this time/)
  rerender(<ShareState link={aLink('Oak lamp', { max_clicks: 1000, used_clicks: 1000 })} />)
  expect(screen.getByRole('status').textContent).toBe(
    'Opened 1,000 times, its limit. People see “This link has ended”.',
  )
  rerender(<ShareState link={aLink('Oak lamp', { max_clicks: 1000, used_clicks: 999 })} />)
  expect(screen.queryByRole('status')).toBeNull()
})

test('SHARE of a blocked link shows why, by which rule, since when, and where to object', () => {
  const block = {
    why: 'It asks for card numbers.',
    rule: 'No phishing',
    since: new Date(2026, 3, 30, 9, 5).toISOString(),
    contact: 'operator@split.example',
  }
  const { container } = render(<ShareState link={aLink('Oak lamp', { is_blocked: true, block })} />)
  expect(container.textContent).toContain('Blocked since Apr 30, 9:05 AM.')
  expect(container.textContent).toContain('What is wrong: It asks for card numbers.')
  expect(container.textContent).toContain('The rule it breaks: No phishing')
  expect(hrefOf('operator@split.example')).toBe('mailto:operator@split.example')
})
