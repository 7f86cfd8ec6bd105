import { describe, expect, test } from 'vitest'
import { rowsOf } from '#support/server/links/csv.ts'
import { exportFile, REQUEST } from '#support/server/links/exports.ts'
import { addLink, editLink } from '#support/server/links.ts'
import {
  addLink as addStoredLink,
  clickOn,
  PHONE,
  visit,
} from '#support/server/links/short-links.ts'
import { analytics, changeTimeZone } from '#support/server/money/analytics.ts'
import { signUp } from '#support/server/people.ts'
import { startTestServer } from '#support/server/test-app.ts'

const server = await startTestServer({
  jobs: true,
  listen: true,
  trustedProxies: ['127.0.0.1', '::1'],
})

async function clicked() {
  const ana = await signUp(server)
  const link = await addLink(ana, 'https://shop.example/clicked')
  const other = await addLink(ana, 'https://shop.example/other')
  await editLink(ana, link, { tags: ['lamp'] })
  const add = (id: string, hour: string, kind: number, clicks: number) => server.deps.sql`
    insert into click_hours values (${id}, ${hour}, ${kind}, 'news.example', 'mobile', 'DE', ${clicks})`
  await add(link.uuid, '2026-05-01T10:00Z', 1, 3)
  await add(link.uuid, '2026-05-01T10:00Z', 2, 2)
  await add(link.uuid, '2026-05-01T10:00Z', 3, 50)
  await add(link.uuid, '2026-05-02T00:00Z', 2, 1)
  await add(other.uuid, '2026-05-03T10:00Z', 2, 7)
  return { ana, link, other }
}

type Cell = Record<string, string>
/** Sums the clicks and unique clicks of a file by key. */
function addedUp(rows: Cell[], keyOf: (row: Cell) => string) {
  const sums = new Map<string, [clicks: number, people: number]>()
  for (const row of rows) {
    const [clicks, people] = sums.get(keyOf(row)) ?? [0, 0]
    sums.set(keyOf(row), [clicks + Number(row['clicks']), people + Number(row['unique_clicks'])])
  }
  return Object.fromEntries(sums)
}

describe('an export of clicks', () => {
  test('equals the analytics by day, link, referrer and device (R-389)', async () => {
    const ana = await signUp(server)
    const [lamp, sofa] = [
      await addLink(ana, 'https://shop.example/lamp'),
      await addLink(ana, 'https://shop.example/sofa'),
    ]
    await editLink(ana, lamp, { name: 'Lamp' })
    await editLink(ana, sofa, { name: 'Sofa' })
    const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    for (const [link, address, referrer, agent] of [
      [lamp, '198.51.100.1', 'https://news.example/a', PHONE],
      [lamp, '198.51.100.2', 'https://news.example/b', DESKTOP],
      [lamp, '198.51.100.3', '', PHONE],
      [sofa, '198.51.100.1', 'https://blog.example/', PHONE],
      // A bot does not count as a click.
      [sofa, '198.51.100.4', '', 'Googlebot/2.1'],
    ] as const)
      await visit(server, `/s/${link.short_code}`, {
        headers: {
          'X-Forwarded-For': address,
          'User-Agent': agent,
          ...(referrer && { Referer: referrer }),
        },
      })
    const counted = async () => (await analytics(ana)).totals.clicks
    await expect.poll(counted, { timeout: 20_000 }).toBe(4)
    const rows = rowsOf(await exportFile(server, ana, { kind: 'clicks' }))
    expect(rows.reduce((sum, row) => sum + Number(row['clicks']), 0)).toBe(4)
    const columns = {
      day: (row: Cell) => row['hour']?.slice(0, 10) ?? '',
      link: (row: Cell) => (row['name'] === 'Lamp' ? lamp.uuid : sofa.uuid),
      referrer: (row: Cell) => row['referrer'] ?? '',
      device: (row: Cell) => row['device'] ?? '',
    } as const
    for (const [group_by, keyOf] of Object.entries(columns)) {
      const { results } = await analytics(ana, { group_by: group_by as keyof typeof columns })
      const shown = results.map(({ key, clicks, people }) => [key, [clicks, people]])
      const expected = { group_by, ...Object.fromEntries(shown) }
      expect({ group_by, ...addedUp(rows, keyOf) }).toEqual(expected)
    }
  })

  const FORMULAS = ['=1+1', '+49', '-2+3', '@name']
  test.each(FORMULAS)('makes the cells of %s harmless to a spreadsheet (R-389)', async (name) => {
    const { ana, link } = await clicked()
    await editLink(ana, link, { name })
    // Browsers do not send such a referrer, but an attacker might.
    await server.deps.sql`update click_hours set referrer = ${name} where link_id = ${link.uuid}`
    const [row] = rowsOf(await exportFile(server, ana, { kind: 'clicks', link_uuid: link.uuid }))
    expect([row?.['name'], row?.['referrer']]).toEqual([`'${name}`, `'${name}`])
  })

  test('has counted clicks by link and hour, and no data of visitors (R-389)', async () => {
    const { ana, link } = await clicked()
    const rows = rowsOf(await exportFile(server, ana, { kind: 'clicks', link_uuid: link.uuid }))
    expect(rows).toEqual([
      {
        hour: '2026-05-01T10:00:00Z',
        short_url: link.split_url,
        name: link.name,
        url: link.url,
        referrer: 'news.example',
        device: 'mobile',
        country: 'DE',
        clicks: '5',
        unique_clicks: '2',
      },
      expect.objectContaining({ hour: '2026-05-02T00:00:00Z', clicks: '1' }),
    ])
  })

  test('can be limited to days and a tag', async () => {
    const { ana } = await clicked()
    const sums = async (filter: object) =>
      rowsOf(await exportFile(server, ana, { kind: 'clicks', ...filter })).map(
        (row) => row['clicks'],
      )
    expect(await sums({})).toEqual(['5', '1', '7'])
    expect(await sums({ date_from: '2026-05-02' })).toEqual(['1', '7'])
    expect(await sums({ date_to: '2026-05-01' })).toEqual(['5'])
    expect(await sums({ tags: ['lamp'] })).toEqual(['5', '1'])
  })

  test('uses the days of the user’s time zone, as analytics do (R-389)', async () => {
    const ana = await signUp(server)
    await changeTimeZone(server, ana, 'America/New_York')
    const link = await addStoredLink(server, { userId: ana.uuid })
    // Clicks before and after two midnights in this time zone.
    for (const [n, at] of ['12T03:30', '12T04:00', '13T03:59', '13T04:00'].entries())
      server.deps.clicks.record(
        clickOn(link, { at: Date.parse(`2026-05-${at}Z`), remote: `203.0.113.${n}` }),
      )
    const day = { date_from: '2026-05-12', date_to: '2026-05-12' }
    const rows = rowsOf(await exportFile(server, ana, { kind: 'clicks', ...day }))
    expect(rows.map((row) => [row['hour'], row['clicks']])).toEqual([
      ['2026-05-12T04:00:00Z', '1'],
      ['2026-05-13T03:00:00Z', '1'],
    ])
    expect((await analytics(ana, day)).totals.clicks).toBe(2)
  })

  test('of another user’s link is refused as unknown', async () => {
    const { link } = await clicked()
    const ben = await signUp(server)
    const response = await ben.send('POST', REQUEST, { kind: 'clicks', link_uuid: link.uuid })
    expect([response.status, await response.text()]).toEqual([404, '{}'])
  })
})

describe('an export of sources', () => {
  test('equals the analytics by source, rule and app', async () => {
    const ana = await signUp(server)
    const { body: link } = await editLink(ana, await addLink(ana), {
      rules: [{ target_url: null, conditions: [{ kind: 'country', values: ['DE'] }] }],
    })
    const INSTAGRAM = `${PHONE} Instagram 300.0.0.0.0`
    for (const [index, [path, agent]] of [
      ['/story', PHONE],
      ['/story', INSTAGRAM],
      ['?from=bio', PHONE],
      ['', 'Googlebot/2.1'],
    ].entries())
      await visit(server, `/s/${link.short_code}${path}`, {
        headers: { 'X-Forwarded-For': `198.51.100.${index}`, 'User-Agent': agent ?? '' },
      })
    const filter = { link_uuid: link.uuid }
    await expect
      .poll(async () => (await analytics(ana, filter)).totals.clicks, { timeout: 20_000 })
      .toBe(3)
    const rows = rowsOf(await exportFile(server, ana, { kind: 'sources', ...filter }))
    expect(rows[0]).toMatchObject({ short_url: link.split_url, url: link.url })
    for (const group_by of ['source', 'rule', 'app'] as const) {
      const { results } = await analytics(ana, { group_by, ...filter })
      const shown = results.flatMap(({ key, clicks, people }) =>
        key === '' ? [] : [[key, [clicks, people]]],
      )
      const valued = rows.filter((row) => row[group_by] !== '')
      expect(addedUp(valued, (row) => row[group_by] ?? '')).toEqual(Object.fromEntries(shown))
    }
    const kinds = new Set(rows.map(({ source, rule, app }) => `${source}|${rule}|${app}`))
    expect([...kinds].toSorted()).toEqual(['bio||', 'story||', '|else|', '||instagram'])
    const none = { kind: 'sources', ...filter, date_to: '2020-01-01' } as const
    expect(rowsOf(await exportFile(server, ana, none))).toEqual([])
  })
})
