import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerOf } from '#support/window/analytics.ts'
import { NotCounted } from './not-counted.tsx'

test.each([
  [1204, '1,204 visits before Split, as imported. Not part of any other number.'],
  [1, '1 visit before Split, as imported. Not part of any other number.'],
])('%i visits before Split have their own line', (before_split, text) => {
  render(<NotCounted value={answerOf({ before_split })} />)
  expect(screen.getByText(text)).toBeTruthy()
})

test('without such visits the line is left out', () => {
  render(<NotCounted value={answerOf()} />)
  expect(screen.queryByText(/before Split/)).toBeNull()
})
