import { describe, expect } from 'vitest'
import type { NetworkRow } from '#contract/money/networks.ts'
import { withPeople } from '#support/server/creator.ts'
import { bytesOf, sendReport } from '#support/server/money/network-reports.ts'
import { SAMPLE_REPORTS } from '#support/server/money/sample-reports.ts'
import { workbookOf } from '#support/server/money/workbooks.ts'
import type { Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const test = withPeople(server)

const IMPORT = 'dry_run=false&name=report.csv'
const rowsOf = async (person: Person, query = '') =>
  (await person.get<{ results: NetworkRow[]; count: number }>(`/v2/my/networks/rows/${query}`))
    .results

const sum = (approved: number) => ({ pending: 0, approved, declined: 0 })

describe('a report', () => {
  for (const sample of SAMPLE_REPORTS)
    test(`${sample.network}: ${sample.title}`, async ({ ana }) => {
      const file = bytesOf(sample)
      const planned = await sendReport(ana, file)
      expect(planned.result).toMatchObject({
        network: sample.network,
        missing: null,
        totals: sample.totals,
        counts: { new: sample.rows, changed: 0, same: 0, unmatched: sample.rows },
      })
      expect(await rowsOf(ana)).toEqual([])
      const done = await sendReport(ana, file, {}, IMPORT)
      expect(done.result).toMatchObject({ counts: planned.result.counts, totals: sample.totals })
      expect(await rowsOf(ana, '?page_size=50')).toHaveLength(sample.rows)
      const again = await sendReport(ana, file, {}, IMPORT)
      expect(again.result.counts).toMatchObject({ new: 0, changed: 0, same: sample.rows })
      expect(await rowsOf(ana, '?page_size=50')).toHaveLength(sample.rows)
    })

  test('can be a workbook with dates as numbers', async ({ ana }) => {
    const file = await workbookOf([
      ['Transactions <May> & more'],
      [
        'Transaction ID',
        'Advertiser',
        'Status',
        'Transaction Date',
        'Click Ref',
        'Commission',
        'Currency',
      ],
      [9_007_199_254_740, 'Lamps "A"', 'approved', 46_143.5, '', 12.340000000000002, 'EUR'],
      [9_007_199_254_741, 'Lamps "A"', 'pending', 46_144, '', 1.234, 'EUR'],
    ])
    const { result } = await sendReport(ana, file, {}, IMPORT)
    expect(result).toMatchObject({ network: 'awin', counts: { new: 2, refused: 0 } })
    expect(result.totals).toEqual({ EUR: { pending: 1.23, approved: 12.34, declined: 0 } })
    const [newest, first] = await rowsOf(ana)
    expect(newest).toMatchObject({ title: 'Lamps "A"', happened_at: '2026-05-02T00:00:00.000Z' })
    expect(first?.happened_at).toBe('2026-05-01T12:00:00.000Z')
  })

  test('can have several megabytes', async ({ ana }) => {
    const note = 'x'.repeat(4000)
    const rows = Array.from({ length: 500 }, (_, i) => `${i},approved,2026-03-01,,1.00,EUR,${note}`)
    const header = 'Transaction ID,Status,Transaction Date,Click Ref,Commission,Currency,Note'
    const { status, result } = await sendReport(ana, [header, ...rows].join('\n'))
    expect(status).toBe(200)
    expect(result).toMatchObject({ counts: { new: 500 }, totals: { EUR: { approved: 500 } } })
  })

  test('names refused rows with line and reason', async ({ ana }) => {
    const { result } = await sendReport(
      ana,
      [
        'Transaction ID,Status,Transaction Date,Click Ref,Commission,Currency',
        '1,approved,2026-03-01,,1.00,EUR',
        '2,approved,soon,,1.00,EUR',
        '3,approved,2026-03-01,,free,EUR',
        '4,lost,2026-03-01,,1.00,EUR',
        '5,approved,2026-03-01,,1.00,QQQ',
        '6,approved,2026-02-30,,1.00,EUR',
        '7,approved,,,,EUR',
        '8,approved,2026-03-01,,"1,23,4",EUR',
      ].join('\n'),
    )
    expect(result.counts).toMatchObject({ new: 1, refused: 7 })
    expect(result.refused).toEqual([
      { line: 3, reason: 'We can’t read the date “soon”.' },
      { line: 4, reason: 'We can’t read the amount “free”.' },
      { line: 5, reason: 'We don’t know the status “lost”.' },
      { line: 6, reason: 'We don’t know the currency “QQQ”.' },
      { line: 7, reason: 'We can’t read the date “2026-02-30”.' },
      { line: 8, reason: 'The date is missing.' },
      { line: 9, reason: 'We can’t read the amount “1,23,4”.' },
    ])
    expect(result.totals).toEqual({ EUR: { pending: 0, approved: 1, declined: 0 } })
  })

  test('can name the currency with the amount, and no letters between its digits', async ({
    ana,
  }) => {
    const amounts = ['HK$12.00', 'NT$30', 'S$4.50', 'US$1.25', '1e3 EUR', '5€50']
    const rows = amounts.map((amount, id) => `${id},approved,2026-03-01,,${amount},`)
    const { result } = await sendReport(
      ana,
      [
        'Transaction ID,Status,Transaction Date,Click Ref,Commission,Currency',
        ...rows,
        '6,approved,2026-03-01,,Rs.100,INR',
      ].join('\n'),
    )
    expect(result.refused.map(({ line }) => line)).toEqual([6, 7])
    expect(result.totals).toEqual({
      HKD: sum(12),
      TWD: sum(30),
      SGD: sum(4.5),
      USD: sum(1.25),
      INR: sum(100),
    })
  })

  for (const [kind, text, message] of [
    ['not a table', '<html><body>hello</body></html>', 'This is not a CSV file.'],
    ['empty', '', 'The file is empty.'],
    ['a broken workbook', 'PK\u0003\u0004 nothing', 'This is not a CSV, TSV or XLSX file.'],
    ['without rows', 'Transaction ID,Date\n', 'The file has column names but no rows.'],
  ] as const)
    test(`that is ${kind} is refused`, async ({ ana }) => {
      const { status, errors } = await sendReport(ana, text)
      expect({ status, errors }).toEqual({ status: 400, errors: { file: [message] } })
    })
})

describe('an unknown report', () => {
  const TEXT = 'Tag;Was;Betrag\n03/04/2026;Lampe;1,50\n05/04/2026;Lampe;1.000,50\n'
  const COLUMNS = { date: 'Tag', amount: 'Betrag', title: 'Was' }

  test('is mapped once and recognized from then on', async ({ ana, eve }) => {
    const unknown = await sendReport(ana, TEXT)
    expect(unknown.result).toMatchObject({ network: null, missing: 'columns', counts: { new: 0 } })
    expect(unknown.result.headers[2]).toEqual({ name: 'Betrag', sample: '1,50' })
    expect((await sendReport(ana, TEXT, {}, IMPORT)).errors).toEqual({
      columns: ['We don’t know these columns. Choose the network and its columns.'],
    })
    const network = 'Lampenfreunde'
    const noCurrency = await sendReport(ana, TEXT, { network, columns: COLUMNS })
    expect(noCurrency.result.missing).toBe('date_order')
    const dated = { ...COLUMNS, date_order: 'dmy' }
    expect((await sendReport(ana, TEXT, { network, columns: dated })).result.missing).toBe(
      'currency',
    )
    const columns = { ...dated, currency_code: 'EUR' }
    const done = await sendReport(ana, TEXT, { network, columns }, IMPORT)
    expect(done.result).toMatchObject({
      network,
      missing: null,
      counts: { new: 2 },
      totals: { EUR: { pending: 1002, approved: 0, declined: 0 } },
    })
    expect((await sendReport(ana, TEXT)).result).toMatchObject({ network, counts: { same: 2 } })
    expect((await sendReport(eve, TEXT)).result.network).toBe(null)
  })

  for (const [choices, field] of [
    [{ columns: { date: 7 } }, 'columns'],
    [{ network: 'x'.repeat(41) }, 'network'],
    [{ exported_at: 'today' }, 'exported_at'],
  ] as const)
    test(`with a wrong choice of ${field} is refused`, async ({ ana }) => {
      const { status, errors } = await sendReport(ana, TEXT, choices)
      expect(status).toBe(400)
      expect(Object.keys(errors)).toEqual([field])
    })
})

const awin = (status: string, commission = '5.00', more = '') =>
  `Transaction ID,Status,Transaction Date,Click Ref,Commission,Currency\n1,${status},2026-03-01,,${commission},EUR\n${more}`
const made = (day: string) => ({ exported_at: `2026-${day}T00:00:00.000Z` })

describe('a later report', () => {
  test('changes the status, and an older one does not change it back', async ({ ana }) => {
    for (const [status, counts] of [
      ['pending', { new: 1, changed: 0, same: 0 }],
      ['approved', { new: 0, changed: 1, same: 0 }],
      ['pending', { new: 0, changed: 0, same: 1 }],
      ['declined', { new: 0, changed: 1, same: 0 }],
    ] as const)
      expect((await sendReport(ana, awin(status), {}, IMPORT)).result.counts).toMatchObject(counts)
    expect(await rowsOf(ana)).toMatchObject([{ status: 'declined', amount: 5 }])
  })

  test('counts by its time, not by the time of the import', async ({ ana }) => {
    await sendReport(ana, awin('declined'), made('06-01'), IMPORT)
    await sendReport(ana, awin('approved'), made('05-01'), IMPORT)
    expect(await rowsOf(ana)).toMatchObject([{ status: 'declined' }])
    const won = await sendReport(ana, awin('approved'), made('07-01'), IMPORT)
    expect(won.result.counts).toMatchObject({ changed: 1 })
    expect(await rowsOf(ana)).toMatchObject([{ status: 'approved' }])
  })

  test('corrects the amount', async ({ ana }) => {
    await sendReport(ana, awin('approved'), {}, IMPORT)
    const corrected = await sendReport(ana, awin('approved', '4.50'), {}, IMPORT)
    expect(corrected.result.counts).toMatchObject({ changed: 1 })
    expect(await rowsOf(ana)).toMatchObject([{ amount: 4.5 }])
  })

  test('that contains a transaction twice counts it once', async ({ ana }) => {
    const twice = awin('pending', '5.00', '1,approved,2026-03-01,,5.00,EUR\n')
    const { result } = await sendReport(ana, twice, {}, IMPORT)
    expect(result.counts).toMatchObject({ new: 1, same: 1 })
    expect(result.totals).toEqual({ EUR: { pending: 0, approved: 5, declined: 0 } })
  })
})
