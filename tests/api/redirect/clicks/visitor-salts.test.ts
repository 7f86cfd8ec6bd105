import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { openSalts, type Salts } from '../../../../server/redirect/clicks/day-salts.ts'
import { DAY_MS, dayOf } from '../../../../server/redirect/clicks/utc-day.ts'
import { visitorSalts } from '../../../../server/platform/db/schema.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { loadSecrets } from '../../../../server/platform/secrets/secrets.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { addLink, clickOn, countsOf, eventsOf, visit } from '#support/server/links/short-links.ts'
import { createTestServer, startTestServer, type TestServer } from '#support/server/test-app.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'

const folder = folderForThisFile()
/** Server on another machine, with the same database and different secrets. */
const server = await startTestServer({ listen: true })
const other = await startTestServer({
  listen: true,
  sharedServer: server,
  dataDir: join(folder, 'other'),
})

const stored = () => server.deps.db.select().from(visitorSalts).orderBy(visitorSalts.day)
const iso = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

describe('a visitor’s name (D-28)', () => {
  test('is the same for two servers on one database, even with different secrets', async () => {
    expect(other.deps.secrets.signing).not.toBe(server.deps.secrets.signing)
    const link = await addLink(server)
    await visit(server, `/s/${link.shortCode}`)
    await server.deps.clicks.settle()
    await visit(other, `/s/${link.shortCode}`)
    await other.deps.clicks.settle()
    const [first, second] = await eventsOf(server, link)
    expect(second?.visitor).toBe(first?.visitor)
    expect(await countsOf(server, link)).toMatchObject({ unique: 1 })
  })

  test('differs with another database, even with the same secrets', async () => {
    const dataDir = server.deps.config.dataDir
    const elsewhere = await createTestServer({ dataDir })
    expect(elsewhere.deps.secrets).toEqual(server.deps.secrets)
    const at = Date.now()
    const nameOn = async (one: TestServer) => {
      const link = await addLink(one)
      one.deps.clicks.record(clickOn(link, { at }))
      return (await eventsOf(one, link))[0]?.visitor
    }
    const [here, there] = [await nameOn(server), await nameOn(elsewhere)]
    for (const name of [here, there]) expect(name).toMatch(/^[0-9a-f]{16}$/)
    expect(here).not.toBe(there)
    await elsewhere.stop()
  })

  test('follows the day of each click, also when clicks of two days are stored together', async () => {
    const midnight = dayOf(Date.now()) * DAY_MS
    const link = await addLink(server)
    for (const at of [midnight - 2, midnight, midnight - 1, midnight + 1])
      server.deps.clicks.record(clickOn(link, { at }))
    await server.deps.clicks.settle()
    const visitors = new Map(
      (await eventsOf(server, link)).map(({ at, visitor }) => [+at, visitor]),
    )
    const [before, after] = [visitors.get(midnight - 1), visitors.get(midnight)]
    expect(before).toMatch(/^[0-9a-f]{16}$/)
    expect(after).toMatch(/^[0-9a-f]{16}$/)
    expect(after).not.toBe(before)
    expect(visitors.get(midnight - 2)).toBe(before)
    expect(visitors.get(midnight + 1)).toBe(after)
  })

  test('cannot be computed any more 48 hours after its day began', async () => {
    const { db } = server.deps
    await server.deps.salts.renew()
    const before = await stored()
    await db.insert(visitorSalts).values({ day: '2020-02-29', salt: 'old' })
    const dayBefore = sql`((now() at time zone 'UTC')::date - 2)::text::date`
    await db.insert(visitorSalts).values({ day: dayBefore, salt: 'older than 48 hours' })
    await deleteExpired(db)
    expect(await stored()).toEqual(before)
  })
})

describe('the salts', () => {
  const log = createLog('error')
  const opened: Salts[] = []
  afterAll(() => opened.forEach((salts) => salts.stop()))
  async function process(at: { day: number }): Promise<Salts> {
    const salts = await openSalts({ sql: server.deps.sql, log }, () => at.day * DAY_MS + 1)
    opened.push(salts)
    return salts
  }

  test('of today and tomorrow are random and shared by all processes', async () => {
    const day = dayOf(Date.now()) + 100
    const [one, two] = await Promise.all([process({ day }), process({ day })])
    const rows = (await stored()).filter((row) => row.day === iso(day) || row.day === iso(day + 1))
    const salts = rows.map((row) => row.salt)
    for (const each of [one, two]) expect(salts).toEqual([each.of(day), each.of(day + 1)])
    expect(new Set(salts).size).toBe(2)
  })

  test('of tomorrow stay the same when the day comes', async () => {
    const at = { day: dayOf(Date.now()) + 200 }
    const one = await process(at)
    const tomorrow = one.of(at.day + 1)
    at.day += 1
    await one.renew()
    expect(one.of(at.day)).toBe(tomorrow)
    expect((await process(at)).of(at.day)).toBe(tomorrow)
  })

  test('of an unknown day are local to the process until they are shared', async () => {
    const at = { day: dayOf(Date.now()) + 300 }
    const [one, two] = [await process(at), await process(at)]
    at.day += 5
    const own = one.of(at.day)
    expect(one.of(at.day)).toBe(own)
    expect(two.of(at.day)).not.toBe(own)
    await one.renew()
    await two.renew()
    expect([one.of(at.day), two.of(at.day)]).toEqual([own, own])
  })
})

test('secrets with the former click salt are still read without it', () => {
  const dataDir = join(folder, 'before')
  const secrets = loadSecrets(dataDir)
  const clickSalt = 'the secret that days were salted with'
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ ...secrets, clickSalt }))
  expect(loadSecrets(dataDir)).toEqual(secrets)
})
