import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aPage } from '#support/window/page-server.ts'
import { PageAddress } from './page-address.tsx'

test.each([
  [4120, '4,120 views in 30 days'],
  [1, '1 view in 30 days'],
  [0, 'No views in 30 days'],
])('%i views of a published page are shown', (views_30d, text) => {
  render(<PageAddress page={aPage({ views_30d })} />)
  expect(screen.getByText(text)).toBeTruthy()
})

const block = { why: 'x', rule: 'x', since: '2026-11-01T10:00:00.000Z', contact: 'a@b.example' }
test.each([
  ['that is not published', { views_30d: 0, is_published: false }],
  ['that is blocked', { views_30d: 3, block }],
  ['in a copy of before, which does not know', {}],
])('a page %s shows no number of views', (_, more) => {
  render(<PageAddress page={aPage(more)} />)
  expect(screen.queryByText(/in 30 days/)).toBeNull()
})
