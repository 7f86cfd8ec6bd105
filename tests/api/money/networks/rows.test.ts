import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { NetworkRow, Networks } from '#contract/money/networks.ts'
import { ask, fieldError } from '#support/server/asking.ts'
import { withPeople } from '#support/server/creator.ts'
import { addLink, visit } from '#support/server/links/short-links.ts'
import { readLink } from '#support/server/links.ts'
import { analytics } from '#support/server/money/analytics.ts'
import { moneyOf } from '#support/server/money/conversions.ts'
import { sendReport } from '#support/server/money/network-reports.ts'
import { requestsOf } from '#support/server/money/wallet.ts'
import type { Person } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({ listen: true })
const test = withPeople(server)

const IMPORT = 'dry_run=false&name=report.csv'
const networks = (person: Person) => person.get<Networks>('/v2/my/networks/')
const rowsOf = async (person: Person, query = '') =>
  (await person.get<{ results: NetworkRow[] }>(`/v2/my/networks/rows/${query}`)).results
const today = () => new Date().toISOString().slice(0, 10)
const HEAD = 'Transaction ID,Status,Transaction Date,Click Ref,Commission,Currency\n'
const report = (subId: string) => `${HEAD}${randomUUID()},approved,${today()},${subId},7.00,USD\n`
const row = (currency: string, status: string, commission: string, day = today()) =>
  `${randomUUID()},${status},${day},,${commission},${currency}\n`

describe('the link of a row', () => {
  const TARGET = 'https://www.awin1.com/cread.php?awinmid=1&awinaffid=2&ued=x'
  test('is found by the key of its click, and its sum follows', async ({ ana }) => {
    await ask(ana, 'PATCH', '/v2/my/networks/settings/', { add_sub_ids: true })
    const link = await addLink(server, { userId: ana.uuid, url: TARGET })
    const { location } = await visit(server, `/s/${link.shortCode}`)
    const key = new URL(location ?? '').searchParams.get('clickref') ?? ''
    const { result } = await sendReport(ana, report(key.toUpperCase()), {}, IMPORT)
    expect(result.counts).toMatchObject({ new: 1, unmatched: 0 })
    expect(await rowsOf(ana, '?unmatched=false')).toMatchObject([{ link_uuid: link.id }])
    expect((await readLink(ana, { uuid: link.id })).earned_elsewhere).toBe(7)
  })

  for (const [network, url, parameter, header] of [
    ['Tradedoubler', 'https://clk.tradedoubler.com/click?p=1&a=2&g=3', 'epi', 'EPI 1'],
    ['Admitad', 'https://ad.admitad.com/g/abc123/?ulp=https%3A%2F%2Fx.example', 'subid', 'SubID'],
  ] as const)
    test(`is found in a report of ${network}, which is mapped by hand`, async ({ ana }) => {
      await ask(ana, 'PATCH', '/v2/my/networks/settings/', { add_sub_ids: true })
      const link = await addLink(server, { userId: ana.uuid, url })
      const { location } = await visit(server, `/s/${link.shortCode}`)
      const key = new URL(location ?? '').searchParams.get(parameter)
      const text = `Date,Program,${header},Commission\n${today()},Lamps,${key},4.20\n`
      const { result } = await sendReport(ana, text)
      expect(result).toMatchObject({ network: null, columns: { sub_id: header } })
      const columns = { ...result.columns, currency_code: 'EUR' }
      await sendReport(ana, text, { network, columns }, IMPORT)
      expect(await rowsOf(ana)).toMatchObject([{ network, link_uuid: link.id, amount: 4.2 }])
    })

  test('of another user is never found', async ({ ana, eve }) => {
    await ask(ana, 'PATCH', '/v2/my/networks/settings/', { add_sub_ids: true })
    const link = await addLink(server, { userId: ana.uuid, url: TARGET })
    const { location } = await visit(server, `/s/${link.shortCode}`)
    const key = new URL(location ?? '').searchParams.get('clickref') ?? ''
    const { result } = await sendReport(eve, report(key), {}, IMPORT)
    expect(result.counts.unmatched).toBe(1)
  })

  test('is found by a sub-id that one target has, not by one of several', async ({ ana }) => {
    const bio = await addLink(server, { userId: ana.uuid, url: `${TARGET}&clickref=Bio` })
    for (const _ of [1, 2])
      await addLink(server, { userId: ana.uuid, url: `${TARGET}&clickref=story` })
    await sendReport(ana, report('bio'), {}, IMPORT)
    await sendReport(ana, report('story'), {}, IMPORT)
    expect(await rowsOf(ana, '?unmatched=false')).toMatchObject([{ link_uuid: bio.id }])
    expect(await rowsOf(ana, '?unmatched=true')).toMatchObject([{ sub_id: 'story' }])
  })

  test('is chosen by the user, kept by later reports, and can be removed', async ({ ana, eve }) => {
    const text = report('none')
    await sendReport(ana, text, {}, IMPORT)
    const link = await addLink(server, { userId: ana.uuid, url: TARGET })
    const [row] = await rowsOf(ana)
    const path = `/v2/my/networks/rows/${row?.id}/`
    const assign = (person: Person, link_uuid: string | null) =>
      ask(person, 'PATCH', path, { link_uuid })
    expect((await assign(eve, null)).status).toBe(404)
    const foreign = await addLink(server, { userId: eve.uuid })
    expect(await assign(ana, foreign.id)).toEqual(
      fieldError('link_uuid', 'This link does not exist.'),
    )
    expect((await assign(ana, link.id)).body).toMatchObject({ result: { link_uuid: link.id } })
    await sendReport(ana, text, {}, IMPORT)
    expect(await rowsOf(ana)).toMatchObject([{ link_uuid: link.id }])
    expect((await networks(ana)).unmatched).toBe(0)
    expect((await readLink(ana, { uuid: link.id })).earned_elsewhere).toBe(7)
    await assign(ana, null)
    expect((await networks(ana)).unmatched).toBe(1)
    expect((await readLink(ana, { uuid: link.id })).earned_elsewhere).toBeUndefined()
  })
})

describe('the list of networks', () => {
  test('sums the last 30 days with the rate of the operator', async ({ ana }) => {
    await server.deps.sql`insert into currency_rates (currency, day, dollars)
      values ('EUR', '2020-01-01', 1.1), ('EUR', '2020-01-02', 1.25) on conflict do nothing`
    await sendReport(
      ana,
      HEAD +
        row('EUR', 'approved', '10.00') +
        row('EUR', 'pending', '4.00') +
        row('USD', 'declined', '99.00') +
        row('SEK', 'approved', '30.00') +
        row('EUR', 'approved', '500.00', '2021-01-01'),
      {},
      IMPORT,
    )
    expect(await networks(ana)).toMatchObject({
      results: [{ network: 'awin', orders: 3, approved_dollars: 12.5 }],
      earned_elsewhere: {
        approved: 12.5,
        pending: 5,
        unconverted: { SEK: { pending: 0, approved: 30, declined: 0 } },
      },
      unmatched: 5,
      running: null,
    })
  })

  test('is shown beside the balance, and moves no money of the ledger', async ({ ana }) => {
    await sendReport(ana, HEAD + row('USD', 'approved', '7.00'), {}, IMPORT)
    const { balance } = await requestsOf(ana)
    expect(balance.earned_elsewhere).toMatchObject({ approved: 7, pending: 0 })
    expect(await moneyOf(server, ana)).toEqual({})
  })

  test('is empty at first', async ({ ana }) => {
    expect(await networks(ana)).toEqual({
      results: [],
      earned_elsewhere: { approved: 0, pending: 0, unconverted: {} },
      unmatched: 0,
      running: null,
    })
  })
})

const target = (subId: string) => `https://www.awin1.com/cread.php?awinmid=1&clickref=${subId}`
const sale = (subId: string, amount: string, day: string, status = 'approved') =>
  `${randomUUID()},${status},${day},${subId},${amount},USD\n`

describe('analytics', () => {
  test('show the income of a period, of one link and of a tag', async ({ ana }) => {
    const lamp = await addLink(server, { userId: ana.uuid, url: target('lamp'), tags: ['home'] })
    const mugs = await addLink(server, { userId: ana.uuid, url: target('mugs') })
    await sendReport(
      ana,
      HEAD +
        sale('lamp', '7.00', '2026-05-12') +
        sale('mugs', '2.00', '2026-05-12') +
        sale('mugs', '1.50', '2026-05-12', 'pending') +
        sale('', '0.50', '2026-05-12') +
        sale('lamp', '100.00', '2026-05-13'),
      {},
      IMPORT,
    )
    const day = { date_from: '2026-05-12', date_to: '2026-05-12' }
    const earned = async (filter: object) =>
      (await analytics(ana, { ...day, ...filter })).earned_elsewhere
    expect(await earned({})).toEqual({ approved: 9.5, pending: 1.5, unconverted: {} })
    expect(await earned({ link_uuid: lamp.id })).toMatchObject({ approved: 7, pending: 0 })
    expect(await earned({ link_uuid: mugs.id })).toMatchObject({ approved: 2, pending: 1.5 })
    expect(await earned({ tags: ['home'] })).toMatchObject({ approved: 7 })
    expect(await earned({ tags: ['none'] })).toBeUndefined()
    expect(await earned({ date_from: '2026-05-01', date_to: '2026-05-11' })).toBeUndefined()
  })
})
