import { expect, test } from 'vitest'
import type { NetworkRow } from '#contract/money/networks.ts'
import { ask } from '#support/server/asking.ts'
import { rowsOf } from '#support/server/links/csv.ts'
import { exportFile } from '#support/server/links/exports.ts'
import { addLink } from '#support/server/links/short-links.ts'
import { sendReport } from '#support/server/money/network-reports.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ jobs: true })

const HEAD = 'Transaction ID,Status,Transaction Date,Click Ref,Commission,Currency\n'
const addReport = async (person: Person, ...lines: string[]) => {
  const { status } = await sendReport(person, HEAD + lines.join('\n'), {}, 'dry_run=false')
  expect(status).toBe(200)
}
const file = async (person: Person, filter: object = {}) =>
  rowsOf(await exportFile(server, person, { kind: 'networks', ...filter }))

test('an export of networks has every row of the reports with its exact amount', async () => {
  const [ana, ben] = [await signUp(server), await signUp(server)]
  await addReport(
    ana,
    't-1,approved,2026-03-01,,7.00,USD',
    't-2,pending,2026-03-02,,0.125,EUR',
    't-3,declined,2026-03-03,,-1.50,GBP',
    't-4,approved,2026-03-04,,1500,JPY',
    't-5,approved,2026-03-05,,3.125,KWD',
  )
  await addReport(ben, 't-6,approved,2026-03-06,,900,USD')
  const rows = await file(ana)
  expect(rows.map(({ status, commission, currency }) => [status, commission, currency])).toEqual([
    ['approved', '7.00', 'USD'],
    ['pending', '0.125', 'EUR'],
    ['declined', '-1.50', 'GBP'],
    ['approved', '1500', 'JPY'],
    ['approved', '3.125', 'KWD'],
  ])
  expect(rows[0]).toMatchObject({ network: 'Awin', happened_at: '2026-03-01T00:00:00Z', link: '' })
})

test('an export of networks can be limited to days, a link and a tag', async () => {
  const ana = await signUp(server)
  // A spreadsheet would run this name as a formula. A negative number it would not.
  const link = await addLink(server, { userId: ana.uuid, name: '-2+3', tags: ['lamp'] })
  await addReport(ana, 't-1,approved,2026-03-01,,1.00,USD', 't-2,approved,2026-03-09,,2.00,USD')
  const { results } = await ana.get<{ results: NetworkRow[] }>('/v2/my/networks/rows/')
  const later = results.find(({ amount }) => amount === 2)
  await ask(ana, 'PATCH', `/v2/my/networks/rows/${later?.id}/`, { link_uuid: link.id })

  const amounts = async (filter: object) =>
    (await file(ana, filter)).map(({ commission, link }) => [commission, link])
  expect(await amounts({})).toEqual([
    ['1.00', ''],
    ['2.00', "'-2+3"],
  ])
  expect(await amounts({ date_to: '2026-03-05' })).toEqual([['1.00', '']])
  expect(await amounts({ link_uuid: link.id })).toEqual([['2.00', "'-2+3"]])
  expect(await amounts({ tags: ['lamp'] })).toEqual([['2.00', "'-2+3"]])
})
