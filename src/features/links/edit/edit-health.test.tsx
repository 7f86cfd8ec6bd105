import { beforeEach, expect, test, vi } from 'vitest'
import { ToastHost } from '#ui/notices/toast.tsx'
import { aLink } from '#support/window/links-server.ts'
import { press, render, screen } from '#support/window/on-screen.ts'
import { EditHealth } from './edit-health.tsx'
import { checkLink, dismissProblem } from '../links.ts'

vi.mock('../links.ts', () => ({
  checkLink: vi.fn<typeof checkLink>(),
  dismissProblem: vi.fn<typeof dismissProblem>(),
}))

const gone = aLink('Hats', { health: { problem: 'gone', checked_at: new Date().toISOString() } })

beforeEach(() => {
  vi.mocked(checkLink).mockReset().mockResolvedValue(gone)
  vi.mocked(dismissProblem).mockReset().mockResolvedValue(gone)
})

const show = (link = gone) =>
  render(
    <>
      <EditHealth link={link} />
      <ToastHost />
    </>,
  )

test.each([
  ['gone', 'This page seems to be gone, checked just now.'],
  ['home', 'This page leads to the shop’s home page, checked just now.'],
  ['sold-out', 'This seems to be out of stock, checked just now.'],
] as const)('%s is shown with the age of the check', (problem, text) => {
  show(aLink('Hats', { health: { problem, checked_at: new Date().toISOString() } }))
  expect(document.body.textContent).toContain(text)
})

test.each([[null], [undefined]])('without a known problem nothing is shown: %s', (health) => {
  show(aLink('Hats', health === undefined ? {} : { health }))
  expect(screen.queryByRole('button')).toBeNull()
})

test('checking again shows the result', async () => {
  show()
  await press('Check again')
  expect(await screen.findByText('Still the same')).toBeTruthy()
  vi.mocked(checkLink).mockResolvedValue(aLink('Hats', { health: null }))
  await press('Check again')
  expect(await screen.findByText('The page is fine again')).toBeTruthy()
})

test('a problem can be dismissed', async () => {
  show()
  await press('Dismiss')
  expect(dismissProblem).toHaveBeenCalledWith(gone.uuid)
})
