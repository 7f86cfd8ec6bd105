import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreBackup } from '../../../../server/operator/backup/restore.ts'
import { noProgress } from '../../../../server/operator/backup/progress.ts'
import { allMigrations } from '../../../../server/platform/db/migrate.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { runStatement, emptyPlace, type EmptyPlace } from '#support/server/installations.ts'
import { closeAll, closedClicks, openClicks } from '#support/server/links/all-clicks.ts'
import { addLink, editLink, readLink, search } from '#support/server/links.ts'
import { listCollections } from '#support/server/links/collections.ts'
import { PASSWORD, signIn } from '#support/server/people.ts'
import { createTestServer } from '#support/server/test-app.ts'

/** Backups made by earlier versions of the code (scripts/leave-release.mjs). */
const FOLDER = join(process.cwd(), 'tests/support/server/releases')
const RELEASES = readdirSync(FOLDER).filter((name) => name.endsWith('.backup'))

const AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let place: EmptyPlace
beforeEach(async () => {
  place = await emptyPlace()
})
afterEach(() => place.remove())

const log = createLog('error')

test('data of several releases is tested, including the first ones', () => {
  expect(RELEASES.length).toBeGreaterThanOrEqual(5)
})

test.each(RELEASES)('data of release %s is migrated and works', async (name) => {
  const file = { path: join(FOLDER, name), passphrase: null }
  const { config, address } = place
  const { database } = await restoreBackup(file, {
    config,
    log,
    progress: noProgress,
    secrets: 'new',
  })
  const [made] = await runStatement(
    address,
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  )
  expect(made).toEqual({ count: allMigrations().length })
  expect(database.migrations).toHaveLength(Number(name.split('-')[0]))
  const then = database.tables.filter(({ schema }) => schema === 'public')
  expect(await countsOf(then.map(({ name: table }) => table))).toEqual(
    // A restore adds one setting: the time from which ids are assigned anew.
    then.map(({ name: table, rows }) => ({
      table,
      rows: table === 'operator_settings' ? rows + 1 : rows,
    })),
  )

  const server = await createTestServer({
    listen: true,
    databaseAddress: address,
    dataDir: config.dataDir,
  })
  const ana = await signIn(server, { email: 'ana@people.example', password: PASSWORD })
  const { results } = await search(ana)
  const link = results.find(({ url }) => url === 'https://shop.example/lamp')
  if (!link) throw new Error('the link is gone')
  const [hidden] = (await search(ana, {}, '?is_hidden=true')).results
  expect(hidden).toMatchObject({
    name: 'An old lamp',
    tags: ['lamps'],
    url: 'https://shop.example/a/tb?x=%0A&name=%F0%9F%92%A1%C3%A9',
  })
  expect((await listCollections(ana)).results).toMatchObject([{ name: 'Kitchen' }])

  const clicks = link.lifetime_clicks
  expect(clicks).toBe(1)
  const headers = { 'user-agent': AGENT }
  const visit = await server.request('GET', new URL(link.split_url).pathname, { headers })
  expect(visit.headers.get('location')).toBe('https://shop.example/lamp')
  await server.deps.clicks.settle()
  expect((await readLink(ana, link)).lifetime_clicks).toBe(clicks + 1)
  const before = await openClicks(server, [link.uuid])
  await closeAll(server)
  expect(await openClicks(server, [link.uuid])).toEqual([])
  expect(await closedClicks(server, [link.uuid])).toEqual(
    before.map((click) => ({ ...click, id: null })),
  )

  expect((await editLink(ana, link, { name: 'A new name' })).body.name).toBe('A new name')
  await addLink(ana)
  const sums = await runStatement(
    address,
    'select count(*)::int as wrong from (select transaction_id from ledger_entries group by 1 having sum(cents) <> 0) as of_movements',
  )
  expect(sums).toEqual([{ wrong: 0 }])
  await server.stop()
})

const countsOf = (tables: string[]) =>
  runStatement(
    place.address,
    tables
      .map((table) => `select '${table}' as table, count(*)::int as rows from "${table}"`)
      .join(' union all '),
  )
