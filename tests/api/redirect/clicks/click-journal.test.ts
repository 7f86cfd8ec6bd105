import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../server/platform/db/client.ts'
import { inTurn, metric, workerPids } from '#support/server/processes/many-processes.ts'
import { startReadyProcess, type Process } from '#support/server/processes/process.ts'
import { PHONE } from '#support/server/links/short-links.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'
import { databaseUrl } from '#support/server/installations.ts'
import { createTestDatabase } from '#support/server/test-database.ts'
import { storeLinks } from '#support/server/links/stored-links.ts'

// The built server with a database that survives it. All tests share its folder, and each starts it
// again.
const dataDir = folderForThisFile()
const database = await createTestDatabase()
const DATABASE_URL = databaseUrl(database.address)
const journals = join(dataDir, 'click-journals')
let server: Process
/** Number of clicks so far. Each has another address, so each is counted as a visitor of its own. */
let clicked = 0

async function start(cores = '1') {
  server = await startReadyProcess({
    env: { DATA_DIR: dataDir, DATABASE_URL, TRUSTED_PROXIES: '127.0.0.1,::1', CORES: cores },
  })
}

beforeAll(async () => {
  await inDatabase((sql) => storeLinks(sql, 'hat'))
})
afterEach(() => server.end())
afterAll(() => database.drop())

type Sql = ReturnType<typeof connect>['sql']

async function inDatabase<Result>(ask: (sql: Sql) => Promise<Result>): Promise<Result> {
  const { sql } = connect(database.address, { max: 1 })
  return ask(sql).finally(() => sql.end())
}

/** Returns the number of counted clicks and of their visitors. A click counted twice has one. */
const counted = () =>
  inDatabase(async (sql) => {
    const [row] = await sql<{ clicks: number; visitors: number; counters: number }[]>`
      select count(*)::int as clicks, count(distinct visitor)::int as visitors,
        (select coalesce(sum("unique" + human + bot + preview + duplicate + own), 0)
          from link_clicks)::int as counters
      from click_events`
    return row ?? { clicks: 0, visitors: 0, counters: 0 }
  })
const exactly = (n: number) => ({ clicks: n, visitors: n, counters: n })

/** Waits until everything that was stored or left behind is counted. */
async function untilCounted(n: number) {
  await expect.poll(counted, { timeout: 15_000 }).toEqual(exactly(n))
  // Clicks that are counted twice would be counted within this time.
  await sleep(500)
  expect(await counted()).toEqual(exactly(n))
}

/** Returns true if the answer arrived. */
async function click(on: Pick<Process, 'request'> = server): Promise<boolean> {
  const n = clicked++
  const address = `198.51.${100 + Math.floor(n / 250)}.${n % 250}`
  const headers = { 'User-Agent': PHONE, 'X-Forwarded-For': address }
  try {
    const { status } = await on.request('GET', '/s/hat', { headers })
    expect(status).toBe(302)
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

async function clicks(times: number, on?: Pick<Process, 'request'>) {
  for (let n = 0; n < times; n += 1) expect(await click(on)).toBe(true)
}

/**
 * Runs work while no click can be stored, as between two flushes. A statement that a killed process
 * has sent waits too, and runs afterwards.
 */
const whileNothingIsStored = (work: () => Promise<void>) =>
  inDatabase((sql) =>
    sql.begin(async (lock) => {
      await lock`lock table click_journals in access exclusive mode`
      await work()
    }),
  )

async function kill() {
  server.kill('SIGKILL')
  await server.exit()
}

const journalFiles = () =>
  existsSync(journals)
    ? readdirSync(journals).flatMap((id) =>
        readdirSync(join(journals, id))
          .filter((name) => name !== 'owner')
          .map((name) => join(journals, id, name)),
      )
    : []

/** Returns the file of the running process, which has one. */
function journalFile(): string {
  const [file, ...others] = journalFiles()
  expect(others).toEqual([])
  if (file === undefined) throw new Error('no journal')
  return file
}

test('clicks that were answered and not stored are counted after a kill', async () => {
  await start()
  const before = (await counted()).clicks
  await whileNothingIsStored(async () => {
    await clicks(40)
    await kill()
  })
  await start()
  await untilCounted(before + 40)
  await expect.poll(journalFiles).toEqual([])
})

test('clicks that were stored just before a kill are not counted again', async () => {
  await start()
  const before = (await counted()).clicks
  const copy = join(dataDir, 'copied-journals')
  await whileNothingIsStored(async () => {
    await clicks(30)
    cpSync(journals, copy, { recursive: true })
  })
  await untilCounted(before + 30)
  await kill()
  // The files as they were if the process had been killed before it emptied them.
  rmSync(journals, { recursive: true })
  cpSync(copy, journals, { recursive: true })
  rmSync(copy, { recursive: true })
  await start()
  await expect.poll(journalFiles, { timeout: 15_000 }).toEqual([])
  await untilCounted(before + 30)
})

test('a kill under load loses no answered click and counts none twice', async () => {
  await start()
  let [before, answered, cut] = [(await counted()).clicks, 0, 0]
  for (let round = 0; round < 2; round += 1) {
    const over = new AbortController()
    const visitors = Array.from({ length: 16 }, async () => {
      while (!over.signal.aborted) {
        if (await click()) answered += 1
        else cut += 1
      }
    })
    await sleep(700)
    server.kill('SIGKILL')
    over.abort()
    await Promise.all(visitors)
    await server.exit()
    await start()
    await expect.poll(journalFiles, { timeout: 15_000 }).toEqual([])
    const isCounted = async () => (await counted()).clicks >= before + answered
    await expect.poll(isCounted, { timeout: 15_000 }).toBe(true)
  }
  const now = await counted()
  expect(answered).toBeGreaterThan(100)
  // A click whose answer was cut off may be counted.
  expect(now.clicks).toBeLessThanOrEqual(before + answered + cut)
  expect(now).toEqual(exactly(now.clicks))
}, 90_000)

test('the clicks of one killed process of several are counted by its replacement', async () => {
  await start('2')
  const front = inTurn(server)
  const before = (await counted()).clicks
  const killed = workerPids(server)[1] ?? 0
  await whileNothingIsStored(async () => {
    await clicks(40, front)
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => workerPids(server).includes(killed)).toBe(false)
    await expect
      .poll(() => metric(front, 'split_processes').catch(() => 0), { timeout: 20_000 })
      .toBe(2)
    await clicks(20, front)
  })
  await untilCounted(before + 60)
}, 120_000)

test('a damaged or half-written group is left out, the others are counted', async () => {
  await start()
  const before = (await counted()).clicks
  await whileNothingIsStored(async () => {
    await clicks(20)
    await kill()
  })
  const file = journalFile()
  const bytes = readFileSync(file)
  // The tenth of twenty equal groups.
  const middle = Math.floor(bytes.length * 0.475)
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  writeFileSync(file, bytes)
  truncateSync(file, bytes.length - 5)
  await start()
  await untilCounted(before + 18)
  expect(server.output.err + server.output.out).toContain('cannot be read')
})

test('the journal shows neither addresses nor links', async () => {
  await start()
  await whileNothingIsStored(async () => {
    await clicks(5)
    const bytes = readFileSync(journalFile()).toString('latin1')
    expect(bytes.length).toBeGreaterThan(500)
    expect(bytes).not.toContain('198.51')
    expect(bytes).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  })
})

test('without the salt of their day, clicks left behind stay unreadable', async () => {
  await start()
  const before = (await counted()).clicks
  await whileNothingIsStored(async () => {
    await clicks(5)
    await kill()
  })
  await inDatabase((sql) => sql`delete from visitor_salts`)
  await start()
  await expect.poll(journalFiles, { timeout: 15_000 }).toEqual([])
  expect(server.output.err + server.output.out).toContain('cannot be read')
  await untilCounted(before)
})

test('a normal stop leaves no journal', async () => {
  await start()
  await clicks(10)
  expect(journalFiles()).toHaveLength(1)
  server.kill('SIGTERM')
  expect(await server.exit()).toBe(0)
  expect(readdirSync(journals)).toEqual([])
})

test('links work without a journal, and the operator is told', async () => {
  rmSync(journals, { recursive: true, force: true })
  writeFileSync(journals, 'not a folder')
  await start()
  const before = (await counted()).clicks
  await clicks(5)
  await untilCounted(before + 5)
  const health = async () =>
    (await (await server.request('GET', '/healthz')).json()) as Record<string, unknown>
  expect(await health()).toMatchObject({ ok: true, click_journal: 'cannot be written' })
  expect(await metric(server, 'split_click_journal_failing')).toBe(1)
  const messages = (server.output.err + server.output.out).split('the click journal cannot be')
  expect(messages).toHaveLength(2)
  rmSync(journals)
  const isBack = async () => (await click()) && !('click_journal' in (await health()))
  await expect.poll(isBack, { timeout: 15_000, interval: 500 }).toBe(true)
  expect(await metric(server, 'split_click_journal_failing')).toBe(0)
}, 60_000)
