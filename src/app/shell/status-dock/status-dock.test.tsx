import { act, render, screen } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import { expect, test } from 'vitest'
import { SAMPLE_DATA_NOTICE } from '#contract/facts.ts'
import { factsAtom } from '../../facts/facts.ts'
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
  return store
}

test('the demo notice is on every screen and cannot be closed', async () => {
  dock({ sample_data: true })
  expect(await screen.findByText(SAMPLE_DATA_NOTICE)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

const PAUSED = {
  kind: 'paused',
  why: 'Many reports of fake shops',
  rule: 'No traps',
  appeal_url: 'https://split.example/mail/appeal/user.1',
}

test('a paused account is told why, that links keep working and where to appeal, until its release', async () => {
  const store = dock({ restriction: PAUSED })
  const text = await screen.findByText(/Links and page keep working/)
  expect(text.parentElement?.textContent).toBe(
    'This account is paused. Links and page keep working, but nothing can be changed. Reason: Many reports of fake shops (No traps)',
  )
  const appeal = screen.getByRole('link', { name: 'Appeal' })
  expect(appeal.getAttribute('href')).toBe(PAUSED.appeal_url)
  act(() => store.set(factsAtom, FACTS))
  expect(screen.queryByText(/account is paused/)).toBeNull()
})

test('people who help with a blocked account cannot appeal for its owner', async () => {
  dock({ restriction: { ...PAUSED, kind: 'blocked', appeal_url: null } })
  expect(await screen.findByText(/Links and page are closed/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('other installations have no demo notice', () => {
  dock({ sample_data: false })
  expect(screen.queryByText(SAMPLE_DATA_NOTICE)).toBeNull()
})
