import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { HistoryEntry } from '#contract/links/history.ts'
import { showSavedCopy } from '#support/window/connection.ts'
import { openEdit, tab } from '#support/window/edit-link.tsx'
import { aLink, answers, type Respond } from '#support/window/links-server.ts'
import {
  expectTexts,
  findDialog,
  press,
  screen,
  userEvent,
  waitFor,
} from '#support/window/on-screen.ts'
import { fakeApi } from '#support/window/fake-api.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { HistoryDialog } from './history-dialog.tsx'

signInPerTest()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 4, 12, 15) })
  return () => void vi.useRealTimers()
})

const at = (day: number, hour: number) => new Date(2026, 4, day, hour, 5).toISOString()
const ANA = { kind: 'person', name: 'Ana Moss', is_you: true } as const
const by = (kind: 'person' | 'operator' | 'app', name: string) => ({ kind, name, is_you: false })
const named = (before: string, after: string) => ({ field: 'name', label: 'Name', before, after })

const NEWEST: HistoryEntry = {
  id: 3,
  at: at(12, 14),
  kind: 'edit',
  by: { kind: 'api_key', name: 'Newsletter', is_you: false },
  changes: [
    named('Lamp', 'Desk lamp'),
    { field: 'password', label: 'Password', before: null, after: null },
    { field: 'expires_at', label: 'Ends', before: null, after: at(13, 9), is_time: true },
  ],
}
const SECOND: HistoryEntry = {
  id: 2,
  at: at(11, 10),
  kind: 'edit',
  by: ANA,
  changes: [named('shop.example', 'Lamp')],
}
const MADE: HistoryEntry = { id: 1, at: at(11, 9), kind: 'create', by: ANA, changes: [] }

const page = (results: HistoryEntry[], next: string | null = null) =>
  answers.json({ results, next, count: results.length })

const nothing = () => undefined

/** History that stays open when the connection is lost. */
const Alone = () => (
  <HistoryDialog
    subject={{ kind: 'links', id: 4711 }}
    name="The link"
    onRestored={nothing}
    onClose={nothing}
  />
)

async function pressHistory() {
  await userEvent.click(await tab('Settings'))
  await press(/^History/)
  return findDialog('History')
}

/** Opens the history of a link. Returns the bodies of the requests to restore. */
async function openHistory(list: Respond = () => page([NEWEST, SECOND, MADE]), restore?: Respond) {
  const restores: unknown[] = []
  const app = await openEdit(aLink('Desk lamp'), {
    respond(call) {
      if (call.path.endsWith('/history/')) return list(call)
      if (!call.path.endsWith('/restore/')) return undefined
      const isTrial = call.query.get('dry_run') === 'true'
      if (!isTrial) restores.push([call.path.split('/').at(-3), call.body])
      const own = restore?.(call)
      if (own) return own
      const result = { changes: [named('Desk lamp', 'Lamp')], left_out: [] }
      return answers.json({ result: isTrial ? result : { ...result, latest_id: 4 } })
    },
  })
  return { ...app, restores, dialog: await pressHistory() }
}

const restoreSecond = () => press(/^Restore the version of May 11, 10:05/)

describe('the history of a link', () => {
  test('lists changes by day with who made them, before and after', async () => {
    const { dialog } = await openHistory()
    expect(await dialog.findByRole('heading', { name: 'Today' })).toBeTruthy()
    expect(dialog.getByRole('heading', { name: 'Yesterday' })).toBeTruthy()
    const rows = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(rows[0]).toContain('API key “Newsletter”, 2:05 PM')
    expect(rows[0]).toContain('NameLampDesk lamp')
    expect(rows[0]).toContain('PasswordChanged')
    expect(rows[0]).toContain('EndsNoneMay 13, 9:05 AM')
    expect(rows[0]).toContain('Current')
    expect(rows[1]).toContain('You, 10:05 AM')
    expect(rows[2]).toContain('Created')
    expect(dialog.getAllByRole('button', { name: /^Restore/ })).toHaveLength(2)
  })

  test('loads older changes on request', async () => {
    const { dialog } = await openHistory(({ query }) =>
      query.get('page') === '2' ? page([MADE]) : page([NEWEST, SECOND], '?page=2'),
    )
    await press('Show older')
    await waitFor(() => expect(dialog.getAllByRole('listitem')).toHaveLength(3))
    expect(dialog.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  test('names a former member, the operator, and the oldest version', async () => {
    const { dialog } = await openHistory(() =>
      page([
        { ...NEWEST, id: 9, by: by('person', '') },
        { ...NEWEST, id: 8, by: by('operator', 'Split'), changes: [] },
        { ...NEWEST, id: 7, kind: 'bulk', by: by('app', 'Planner') },
        { ...NEWEST, id: 6, kind: 'restore', by: ANA, restored_from: at(11, 10) },
        { ...NEWEST, id: 0, kind: 'start', by: ANA, changes: [] },
      ]),
    )
    await dialog.findByText(/^A former member,/)
    const texts = ['The operator of Split,', 'Planner,', 'Changed together with others']
    const more = [
      'Restored the version of May 11, 10:05 AM',
      'Before the oldest change that is kept',
    ]
    for (const text of [...texts, ...more])
      expect(dialog.getByText(new RegExp(`^${text}`))).toBeTruthy()
  })

  test('says that there are no changes, or that they could not be loaded', async () => {
    const list = vi.fn<Respond>(() => answers.json({}, 500))
    await openHistory(list)
    await expectTexts('Couldn’t load your changes')
    list.mockReturnValue(page([]))
    await press('Try again')
    await expectTexts('No changes yet')
  })

  test.each([
    ['shows offline what was loaded', page([NEWEST, SECOND]), /as of 3:00 PM/, 2],
    ['needs a connection if nothing was loaded', answers.json({}, 500), /needs a connection/, 0],
  ])('%s', async (_, answer, text, count) => {
    fakeApi({ 'GET /v2/my/links/4711/history/': () => answer.clone() })
    const { store } = await renderAt('/links', '/links', Alone)
    const dialog = await findDialog('History')
    await dialog.findByText(count > 0 ? 'You, 10:05 AM' : 'Couldn’t load your changes')
    showSavedCopy(store)
    expect(await dialog.findByText(text)).toBeTruthy()
    expect(dialog.queryAllByRole('listitem')).toHaveLength(count)
    expect(dialog.queryByRole('button', { name: /^Restore/ })).toBeNull()
  })
})

describe('restoring a version', () => {
  test('shows first what changes, then restores, and can be undone', async () => {
    const { restores, server } = await openHistory()
    await restoreSecond()
    const question = await findDialog('Restore this version?')
    expect(await question.findByText('Desk lamp')).toBeTruthy()
    expect(restores).toEqual([])
    await press('Restore')
    await expectTexts('Restored')
    expect(restores).toEqual([['2', { latest_id: 3 }]])
    const reads = server.requests.filter(
      ({ method, path }) => method === 'GET' && /links\/[^/]+\/$/.test(path),
    )
    expect(reads.length).toBeGreaterThan(1)
    await press('Undo')
    await waitFor(() => expect(restores.at(-1)).toEqual(['3', { latest_id: 4 }]))
  })

  test('says what cannot be restored, and when nothing changes', async () => {
    const left_out = ['The picture no longer exists.']
    await openHistory(undefined, () => answers.json({ result: { changes: [], left_out } }))
    await restoreSecond()
    await expectTexts('There is nothing to change.', 'The picture no longer exists.')
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  })

  test('says why the server refused', async () => {
    const errors = { short_code: ['This code is already in use'] }
    await openHistory(undefined, () => answers.json({ errors }, 400))
    await restoreSecond()
    await expectTexts('This code is already in use')
  })

  test('asks to look again after a change elsewhere', async () => {
    const { restores } = await openHistory(undefined, ({ query }) =>
      query.get('dry_run') === 'true'
        ? undefined
        : answers.json({ conflict: { fields: ['name'], latest: {} } }, 409),
    )
    await restoreSecond()
    await press('Restore')
    await expectTexts('It was changed meanwhile. Check the newest change, then restore again.')
    expect(restores).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull()
  })
})
