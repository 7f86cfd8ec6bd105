import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/links/history.ts'
import { json } from '#support/window/fake-api.ts'
import { expectTexts, findDialog, press } from '#support/window/on-screen.ts'
import { aPage, aSection, pageServer } from '#support/window/page-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { PageScreen } from '../page-screen.tsx'

signInPerTest({ width: 390 })

const entry = (id: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  at: `2026-11-0${id}T10:00:00.000Z`,
  kind: 'edit',
  by: { kind: 'person', name: 'Ben', is_you: false },
  changes: [],
  ...more,
})
const deleted = { field: 'section.1', label: 'Section “Picks”', before: 'Links: Lamp', after: null }
const restored = { ...deleted, before: null, after: 'Links: Lamp' }
const left_out = ['1 link in “Picks” no longer exists.']

test('a restore brings back deleted sections, says what is lost, and shows them', async () => {
  const server = pageServer({ page: aPage(), sections: [aSection(2, 'Kitchen')] })
  const both = [aSection(1, 'Picks'), aSection(2, 'Kitchen')]
  let isRestored = false
  server.instead(({ path, query }) => {
    if (path.endsWith('/history/'))
      return json({ results: [entry(2, { changes: [deleted] }), entry(1)], next: null, count: 2 })
    if (path.endsWith('/restore/')) {
      isRestored = query.get('dry_run') !== 'true'
      return json({ result: { changes: [restored], left_out, latest_id: 3 } })
    }
    return isRestored && path === '/v2/my/sections/'
      ? json({ results: both, next: null, count: 2 })
      : undefined
  })
  await renderAt('/splitpage-home', '/splitpage-home', PageScreen)
  await screen.findByText('Kitchen')
  await press('Page settings')
  await press(/^History/)
  const history = await findDialog('History')
  expect(await history.findByText('Section “Picks”')).toBeTruthy()
  expect(history.queryByText(/not part of the history/)).toBeNull()
  await press(/^Restore/)
  await findDialog('Restore this version?')
  await expectTexts(...left_out)
  await press('Restore')
  await expectTexts('Restored')
  await waitFor(() => expect(screen.getByText('Picks')).toBeTruthy())
})
