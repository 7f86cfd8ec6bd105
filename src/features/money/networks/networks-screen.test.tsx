import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Networks, NetworkRow, ReportResult } from '#contract/money/networks.ts'
import { aLink } from '#support/window/links-server.ts'
import { fakeApi, type Answer } from '#support/window/fake-api.ts'
import { FakeUpload } from '#support/window/fake-upload.ts'
import { press, userEvent } from '#support/window/on-screen.ts'
import { renderAt } from '#support/window/render-at.tsx'
import { signInPerTest } from '#support/window/signed-in.ts'
import { NetworksScreen } from './networks-screen.tsx'

signInPerTest()
beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload)
  return () => vi.unstubAllGlobals()
})

const NETWORKS = 'GET /v2/my/networks/'
const SETTINGS = '/v2/my/networks/settings/'
const totals = (pending: number, approved: number, declined: number) => ({
  pending,
  approved,
  declined,
})

const INCOME: Networks = {
  results: [
    {
      network: 'awin',
      reported_until: '2026-05-12T10:00:00.000Z',
      orders: 61,
      totals: { EUR: totals(1, 500, 0) },
      approved_dollars: 540.42,
    },
  ],
  earned_elsewhere: {
    approved: 540.42,
    pending: 214.08,
    unconverted: { SEK: totals(10, 30, 0) },
  },
  unmatched: 12,
  running: null,
}

const PLAN: ReportResult = {
  network: 'awin',
  missing: null,
  file_name: 'report-awin.csv',
  rows: 239,
  from: '2026-03-01T00:00:00.000Z',
  until: '2026-05-12T00:00:00.000Z',
  counts: { new: 212, changed: 3, same: 24, unmatched: 12, refused: 1 },
  totals: { EUR: totals(96.4, 482.19, 14.02), JPY: totals(0, 1250, 0) },
  refused: [{ line: 8, reason: 'The date is missing.' }],
  headers: [{ name: 'Betrag', sample: '1,50' }],
  columns: {},
}

const serve = (more: Record<string, Answer> = {}) =>
  fakeApi({
    [NETWORKS]: INCOME,
    [`GET ${SETTINGS}`]: { result: { add_sub_ids: false, amazon_tag: '' } },
    ...more,
  })
const open = (address = '/wallet/networks') => renderAt('/wallet/networks', address, NetworksScreen)
const FILE = new File(['x'], 'report-awin.csv', { lastModified: Date.UTC(2026, 4, 13) })

async function choose(file = FILE) {
  await screen.findByRole('button', { name: 'Add a report' })
  await userEvent.upload(screen.getByLabelText('Report'), file)
}

test('the income of the last 30 days is shown by network', async () => {
  serve()
  await open()
  const sum = within(await screen.findByRole('region', { name: 'Last 30 days' }))
  expect(sum.getByText('Confirmed in the last 30 days, approx.').nextSibling?.textContent).toBe(
    '$540.42',
  )
  expect(sum.getByText('$214.08 more is pending.', { exact: false })).toBeTruthy()
  expect(sum.getByText(/^Without an exchange rate: SEK\s40\.00\.$/)).toBeTruthy()
  const list = screen.getByRole('list', { name: 'Networks' })
  expect(list.textContent).toContain('AwinReport of May 12')
  expect(list.textContent).toContain('61 orders$540.42')
  const unmatched = screen.getByRole('link', { name: /^12 rows without a link/ })
  expect(unmatched.getAttribute('href')).toBe('/wallet/networks?rows=unmatched')
})

test('a report is checked before it is imported', async () => {
  serve()
  await open()
  await choose()
  const dryRun = await FakeUpload.next()
  expect(dryRun.url).toContain('reports/?dry_run=true&name=report-awin.csv')
  expect(dryRun.form?.get('exported_at')).toBe('2026-05-13T00:00:00.000Z')
  dryRun.answer(200, { result: PLAN })
  await screen.findByRole('heading', { name: /^Awin, / })
  const text = document.body.textContent
  expect(text).toContain('report-awin.csv, 239 rows')
  expect(text).toContain('New212Changed3Already here24Without a link12Refused1')
  expect(text).toContain('Confirmed, Euro€482.19')
  expect(text).toContain('Confirmed, Japanese Yen¥1,250')
  expect(text).toContain('Line 8: The date is missing.')
  expect(text).toContain('is not part of your Split balance')
  await press('Import 215 rows')
  const real = await FakeUpload.next()
  expect(real.url).toContain('dry_run=false')
  real.answer(200, { result: PLAN })
  expect(await screen.findByText('215 rows imported.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Add a report' })).toBeTruthy()
})

test('a refused or cancelled report leads back to the list', async () => {
  serve()
  await open()
  await choose(new File([], 'empty.csv'))
  expect(await screen.findByText('The file is empty.')).toBeTruthy()
  await choose()
  ;(await FakeUpload.next()).answer(400, { errors: { file: ['This is not a CSV file.'] } })
  expect(await screen.findByText('This is not a CSV file.')).toBeTruthy()
  await choose()
  const upload = await FakeUpload.next()
  await press('Cancel')
  expect(upload.aborted).toBe(true)
  expect(await screen.findByRole('button', { name: 'Add a report' })).toBeTruthy()
})

test('unknown columns are assigned by the user', async () => {
  serve()
  await open()
  await choose()
  const headers = ['Tag', 'Betrag'].map((name) => ({ name, sample: '' }))
  const unknown = { ...PLAN, network: null, missing: 'columns' as const, headers, columns: {} }
  ;(await FakeUpload.next()).answer(200, { result: unknown })
  await userEvent.type(await screen.findByLabelText('Name of the network'), 'Lampen')
  await userEvent.selectOptions(screen.getByLabelText('Date'), 'Tag')
  await userEvent.selectOptions(screen.getByLabelText('Your commission'), 'Betrag')
  await userEvent.type(screen.getByLabelText(/^Currency If/), 'eur')
  expect(screen.queryByRole('button', { name: /^Import/ })).toBe(null)
  await press('Read the report')
  const { form } = await FakeUpload.next()
  expect(form?.get('network')).toBe('Lampen')
  expect(JSON.parse(form?.get('columns') as string)).toEqual({
    date: 'Tag',
    amount: 'Betrag',
    currency_code: 'EUR',
  })
})

test('a row without a link is assigned to one', async () => {
  const row: NetworkRow = {
    id: 7,
    network: 'awin',
    happened_at: '2026-05-12T10:00:00.000Z',
    amount: 4.5,
    currency: 'EUR',
    status: 'approved',
    title: 'Lamps',
    order: '',
    sub_id: 'story',
    link_uuid: null,
  }
  const link = aLink('Oak lamp')
  const api = serve({
    'GET /v2/my/networks/rows/': { results: [row], next: null, count: 1 },
    'POST /v2/my/links/search/': { results: [link], next: null, count: 1 },
    'PATCH /v2/my/networks/rows/7/': { result: { ...row, link_uuid: link.uuid } },
  })
  await open('/wallet/networks?rows=unmatched')
  await userEvent.click(await screen.findByRole('button', { name: /^Lamps/ }))
  await userEvent.click(await screen.findByRole('button', { name: /^Oak lamp/ }))
  await waitFor(() =>
    expect(api.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
      link_uuid: link.uuid,
    }),
  )
  expect(await screen.findByText('Assigned to Oak lamp.')).toBeTruthy()
})

test('sub-ids are switched on, then the Amazon tracking id can be saved', async () => {
  const api = serve({
    [`PATCH ${SETTINGS}`]: { result: { add_sub_ids: true, amazon_tag: '' } },
  })
  await open()
  await userEvent.click(await screen.findByRole('switch', { name: 'Mark clicks for networks' }))
  await userEvent.type(await screen.findByLabelText(/^Amazon tracking id/), 'ana-20')
  await press('Save')
  await waitFor(() =>
    expect(api.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual(
      [{ add_sub_ids: true }, { amazon_tag: 'ana-20' }],
    ),
  )
})
