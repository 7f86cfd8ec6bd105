import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountChange } from '#contract/people/account-changes.ts'
import { goOffline, showSavedCopy } from '#support/window/connection.ts'
import { fakeApi, noConnection } from '#support/window/fake-api.ts'
import { answers, type Respond } from '#support/window/links-server.ts'
import { expectTexts, press, screen, within } from '#support/window/on-screen.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { PeopleScreen } from './people-screen.tsx'

signInPerTest()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 4, 12, 15) })
  return () => void vi.useRealTimers()
})

const at = (day: number) => new Date(2026, 4, day, 10, 5).toISOString()
const ANA = { kind: 'person', name: 'Ana Moss', is_you: true } as const
const BEN = { kind: 'person', name: 'Ben Doe', is_you: false } as const

const WIDGET: AccountChange = {
  id: 9,
  at: at(12),
  thing: 'widget',
  event: 'delete',
  name: 'Lamps',
  name_before: null,
  by: BEN,
}
const RENAMED: AccountChange = {
  ...WIDGET,
  id: 8,
  at: at(11),
  thing: 'social_link',
  event: 'edit',
  name: 'instagram.com/other',
  name_before: 'instagram.com/ana',
}
const change = (id: number, changes: Partial<AccountChange>) => ({ ...WIDGET, id, ...changes })

const page = (results: AccountChange[], next: string | null = null) =>
  answers.json({ results, next, count: results.length })

function open(respond: Respond) {
  fakeApi({
    'GET /v2/my/members/': { results: [], invitations: [] },
    'GET /v2/my/members/changes/': respond,
  })
  return renderAt('/settings/people', '/settings/people', PeopleScreen)
}

const list = () => screen.findByRole('list', { name: 'Changes' })
const rows = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('changes of the account', () => {
  test('say what happened, who did it and when', async () => {
    await open(() => page([WIDGET, RENAMED]))
    expect(await rows()).toEqual([
      'Widget “Lamps” deletedBen Doe, 10:05 AM',
      'Social link “instagram.com/other” changedBefore: “instagram.com/ana”Ben Doe, May 11, 10:05 AM',
    ])
  })

  test.each([
    [{ thing: 'collection', event: 'reorder', name: '' }, 'Collections reordered'],
    [{ thing: 'section', event: 'create', name: '' }, 'Section created'],
    [{ thing: 'import', event: 'create', name: 'a.csv' }, 'Import “a.csv” started'],
    [{ thing: 'import', event: 'cancel', name: 'a.csv' }, 'Import “a.csv” cancelled'],
    [{ thing: 'link_problem', event: 'hide', name: 'Lamp' }, 'Problem of link “Lamp” hidden'],
    [
      { thing: 'webhook', event: 'secret', name: 'a.example/' },
      'Webhook “a.example/” got a new secret',
    ],
  ] as const)('%j', async (changes, text) => {
    await open(() => page([change(1, changes)]))
    expect((await rows())[0]).toContain(text)
  })

  test.each([
    [ANA, 'You'],
    [{ ...BEN, name: '' }, 'A former member'],
    [{ kind: 'api_key', name: 'Newsletter', is_you: false }, 'API key “Newsletter”'],
    [{ kind: 'app', name: 'Planner', is_you: false }, 'Planner'],
    [{ kind: 'operator', name: 'Split', is_you: false }, 'The operator of Split'],
  ] as const)('are by %j', async (by, text) => {
    await open(() => page([change(1, { by })]))
    expect((await rows())[0]).toContain(`deleted${text}, 10:05 AM`)
  })

  test('older ones are loaded on request', async () => {
    await open(({ query }) =>
      query.get('page') === '2' ? page([RENAMED]) : page([WIDGET], '?page=2'),
    )
    expect(await rows()).toHaveLength(1)
    await press('Show older')
    await expectTexts('Social link “instagram.com/other” changed')
    expect(await rows()).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  test('say that there are none, or that they could not be loaded', async () => {
    const respond = vi.fn<Respond>(() => answers.json({}, 500))
    await open(respond)
    await expectTexts('Couldn’t load your changes')
    respond.mockReturnValue(page([]))
    await press('Try again')
    await expectTexts('No changes yet. What you and others change appears here.')
  })

  test('offline are those that were loaded', async () => {
    const { store } = await open(() => page([WIDGET], '?page=2'))
    expect(await screen.findByRole('button', { name: 'Show older' })).toBeTruthy()
    showSavedCopy(store)
    expect(await rows()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  test('offline need one visit online', async () => {
    const { store } = await open(noConnection)
    goOffline(store)
    await expectTexts('Your changes will be here after one visit online.')
  })
})
