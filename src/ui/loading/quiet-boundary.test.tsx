import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { QuietBoundary } from './quiet-boundary.tsx'

let broken = true
const Part = () => {
  if (broken) throw new Error('out of reach')
  return <p>here</p>
}
const show = () =>
  render(
    <QuietBoundary>
      <Part />
    </QuietBoundary>,
  )

beforeEach(() => {
  broken = true
  vi.useFakeTimers()
  vi.stubGlobal('reportError', () => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

test('a failed part is loaded again when the connection returns', () => {
  show()
  expect(screen.queryByText('here')).toBeNull()
  broken = false
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByText('here')).toBeTruthy()
})

test('a failed part is retried with growing waits', () => {
  show()
  act(() => void vi.advanceTimersByTime(5000))
  broken = false
  act(() => void vi.advanceTimersByTime(9000))
  expect(screen.queryByText('here')).toBeNull()
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.getByText('here')).toBeTruthy()
})
