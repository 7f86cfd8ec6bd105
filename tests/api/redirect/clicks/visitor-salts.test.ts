import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSalts, type Salts } from '../../../../server/redirect/clicks/day-salts.ts'
import { DAY_MS, dayOf } from '../../../../server/redirect/clicks/utc-day.ts'
import { visitorSalts } from '../../../../server/platform/db/schema.ts'
import { createLog } from '../../../../server/platform/log/log.ts'
import { loadSecrets } from '../../../../server/platform/secrets/secrets.ts'
import { deleteExpired } from '../../../../server/tidy.ts'
import { addLink, clickOn, countsOf, eventsOf, visit } from '#support/server/links/short-links.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'split-test-salts-'))
let server: TestServer
/** Server on another machine, with the same database and different secrets. */
let other: TestServer
beforeAll(async () => {
  server = await createTestServer({ listen: true })
  other = await createTestServer({
    listen: true,
    sharedServer: server,
    dataDir: join(folder, 'other'),
  })
})
afterAll(async () => {
  await other.stop()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const stored = () => server.deps.db.select().from(visitorSalts).orderBy(visitorSalts.day)
const iso = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

describe('a visitor’s name (D-28)', () => {
  test('is the same for two servers on one database, whatever secrets each has', async () => {
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

  test('is another one where the database is another, though the secrets are the same', async () => {
    const dataDir = server.deps.config.dataDir
    const elsewhere = await createTestServer({ dataDir })
    expect(elsewhere.deps.secrets).toEqual(server.deps.secrets)
    const at = Date.now()
    const nameOn = async (one: TestServer) => {
      const link = await addLink(one)
      one.deps.clicks.record(clickOn(link, { at }))
      return (await eventsOf(one, link))[0]?.visitor
    }
    const names = [await nameOn(server), await nameOn(elsewhere)]
    expect(names[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(names[1]).toMatch(/^[0-9a-f]{16}$/)
    expect(names[0]).not.toBe(names[1])
    await elsewhere.stop()
  })

  test('can be made by nobody any more when its day began 48 hours ago', async () => {
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

  test('of today and tomorrow are made ahead, by chance, once for all processes', async () => {
    const day = dayOf(Date.now()) + 100
    const [one, two] = await Promise.all([process({ day }), process({ day })])
    const rows = (await stored()).filter((row) => row.day === iso(day) || row.day === iso(day + 1))
    expect(rows.map((row) => row.salt)).toEqual([one.of(day), one.of(day + 1)])
    expect(rows.map((row) => row.salt)).toEqual([two.of(day), two.of(day + 1)])
    expect(new Set(rows.map((row) => row.salt)).size).toBe(2)
  })

  test('that are known ahead are those of the day when it comes', async () => {
    const at = { day: dayOf(Date.now()) + 200 }
    const one = await process(at)
    const tomorrow = one.of(at.day + 1)
    at.day += 1
    await one.renew()
    expect(one.of(at.day)).toBe(tomorrow)
    expect((await process(at)).of(at.day)).toBe(tomorrow)
  })

  test('of a day that nobody could ask for are the process’s own, then all agree', async () => {
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

test('secrets from before are still read, and name no visitor any more', () => {
  const dataDir = join(folder, 'before')
  const secrets = loadSecrets(dataDir)
  const clickSalt = 'the secret that days were salted with'
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify({ ...secrets, clickSalt }))
  expect(loadSecrets(dataDir)).toEqual(secrets)
})
