import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { DataExport } from '#contract/exports.ts'
import { setEndpointRoot } from '#http/endpoint.ts'
import { fakeApi, json } from '#support/window/fake-api.ts'
import { signInAs } from '#support/window/links-server.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { act, hrefOf, screen, userEvent, within } from '#support/window/on-screen.ts'
import { DataExportsScreen } from './data-exports-screen.tsx'

beforeEach(() => signInAs('ana'))

const anExport = (more: Partial<DataExport> = {}): DataExport => ({
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'links',
  status: 'ready',
  rows: 1284,
  created_at: '2026-05-12T10:00:00.000Z',
  expires_at: '2026-05-19T10:00:00.000Z',
  url: '/exports/1/key.csv',
  ...more,
})

const LIST = 'GET /v2/my/data_export/'
const REQUEST = 'POST /v2/my/analytics/request_user_csv/'
const listed = (rows: DataExport[]) => ({ results: rows, next: null, count: rows.length })

/** Adds a requested export at the top, in progress. */
function exportsApi(rows: DataExport[]) {
  const queued = anExport({ status: 'queued', rows: 0, expires_at: null, url: null })
  const api = fakeApi({
    [LIST]: listed(rows),
    [REQUEST]: () => {
      api.change({ [LIST]: listed([queued, ...rows]) })
      return json({ result: { id: queued.id, status: 'queued' } }, 202)
    },
  })
  return api
}

const open = () => renderAt('/data-exports', '/data-exports', DataExportsScreen)

test('without exports the screen offers files of links, clicks or commissions (R-037, R-389)', async () => {
  const api = exportsApi([])
  await open()
  expect(await screen.findByText('No exports yet')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Export clicks' })).toBeTruthy()
  expect(hrefOf('Import links from a file')).toBe('/splitlinks?import')
  await userEvent.click(screen.getByRole('button', { name: 'Export commissions' }))
  expect(await screen.findByText('In progress. You can leave this screen.')).toBeTruthy()
  expect(api.sentTo(REQUEST)).toEqual([{ kind: 'commissions' }])
})

test('if the API is on another host, the file is downloaded from there (R-134)', async () => {
  setEndpointRoot('https://api.example')
  onTestFinished(() => setEndpointRoot(''))
  exportsApi([anExport()])
  await open()
  const download = await screen.findByRole('link', { name: /^Download/ })
  expect(download.getAttribute('href')).toBe('https://api.example/exports/1/key.csv')
})

test('a requested file shows its progress and then its link, without a reload (R-389)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const api = exportsApi([])
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
  await open()
  await user.click(await screen.findByRole('button', { name: 'Export links' }))
  expect(await screen.findByText('In progress. You can leave this screen.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Export links' }).getAttribute('aria-busy')).toBe(
    'true',
  )
  expect(api.sentTo(REQUEST)).toEqual([{ kind: 'links' }])

  api.change({ [LIST]: listed([anExport()]) })
  await act(() => vi.advanceTimersByTimeAsync(2000))
  const link = await screen.findByRole('link', { name: /^Download Links/ })
  expect(link.getAttribute('href')).toBe('/exports/1/key.csv')
  expect(link.hasAttribute('download')).toBe(true)
  expect(screen.getByText('1,284 rows, until May 19')).toBeTruthy()

  const before = api.requests.length
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(api.requests.length).toBe(before)
})

test('expired and failed files are marked', async () => {
  const failed = { ...anExport({ status: 'failed', url: null, expires_at: null }), id: '2' }
  exportsApi([
    anExport({ url: null }),
    { ...failed, id: '00000000-0000-4000-8000-000000000002', kind: 'clicks' },
  ])
  await open()
  const [over, broken] = await screen.findAllByRole('listitem')
  if (!over || !broken) throw new Error('two rows')
  expect(within(over).getByText('1,284 rows. The file was deleted on May 19.')).toBeTruthy()
  expect(within(over).queryByRole('link')).toBe(null)
  expect(within(broken).getByText('This export failed.')).toBeTruthy()
  await userEvent.click(within(broken).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('In progress. You can leave this screen.')).toBeTruthy()
})

test('a refusal is shown at its button', async () => {
  const refusal = { errors: { non_field_errors: ['Too many attempts, try again later.'] } }
  fakeApi({ [LIST]: listed([]), [REQUEST]: json(refusal, 429) })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Export clicks' }))
  expect(await screen.findByText('Too many attempts, try again later.')).toBeTruthy()
})

test('a server without exports says so (offline 34)', async () => {
  fakeApi({ [LIST]: listed([]) })
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Export clicks' }))
  expect(
    await screen.findByText('Couldn’t start the export. This server cannot do that.'),
  ).toBeTruthy()
})

test('a list that failed to load is neither empty nor loading, and can be loaded again', async () => {
  const api = fakeApi({ [LIST]: json({}, 500) })
  await open()
  expect(await screen.findByText('Couldn’t load your exports')).toBeTruthy()
  expect(screen.queryByText('No exports yet')).toBe(null)
  api.change({ [LIST]: listed([anExport()]) })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: /^Download Links/ })).toBeTruthy()
})
