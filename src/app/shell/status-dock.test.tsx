import { render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { expect, test } from 'vitest'
import { SAMPLE_DATA_NOTICE } from '#contract/facts.ts'
import { factsAtom } from '../facts/facts.ts'
import { StatusDock } from './status-dock.tsx'

const FACTS = {
  unread: { total: 0, groups: { clicks: 0, commission: 0, special: 0 } },
  has_page: false,
}

const dock = (facts: object) => {
  const store = createStore()
  store.set(factsAtom, { ...FACTS, ...facts })
  render(
    <Provider store={store}>
      <StatusDock timeBanner />
    </Provider>,
  )
}

test('the demo notice is on every screen and cannot be closed', async () => {
  dock({ sample_data: true })
  expect(await screen.findByText(SAMPLE_DATA_NOTICE)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('other installations have no demo notice', () => {
  dock({ sample_data: false })
  expect(screen.queryByText(SAMPLE_DATA_NOTICE)).toBeNull()
})
