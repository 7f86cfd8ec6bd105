import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../server/platform/db/client.ts'
import { runningEmbedded } from '../../../../server/platform/db/embedded/embedded.ts'
import { startReadyProcess, type Process } from '#support/server/processes/process.ts'
import { PHONE } from '#support/server/links/short-links.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'
import { storeLinks } from '#support/server/links/stored-links.ts'

// The built server, which writes and counts clicks in a separate thread.
const dataDir = folderForThisFile()
let server: Process

async function start(): Promise<Process> {
  const started = await startReadyProcess({
    env: { DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1' },
  })
  return started
}

beforeAll(async () => {
  server = await start()
  await inDatabase((sql) => storeLinks(sql, 'hat'))
})
afterAll(async () => {
  await server.end()
})

async function inDatabase<Result>(
  ask: (sql: ReturnType<typeof connect>['sql']) => Promise<Result>,
): Promise<Result> {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error('no database')
  const { sql } = connect(address, { max: 1 })
  return ask(sql).finally(() => sql.end())
}

/** Returns the totals of the three tables that count clicks. They have to agree. */
const counts = () =>
  inDatabase(async (sql) => {
    const [row] = await sql<Record<'counters' | 'events' | 'hours', number>[]>`
      select
        (select coalesce(sum("unique" + human + bot + preview + duplicate + own), 0)
          from link_clicks)::int as counters,
        (select count(*) from click_events)::int as events,
        (select coalesce(sum(clicks), 0) from click_hours)::int as hours`
    return row
  })

/**
 * Returns the number of clicks that are counted or saved for counting. Neither kind can get lost.
 */
const kept = () =>
  inDatabase(async (sql) => {
    const [row] = await sql`
      select (select count(*) from click_events)
        + (select coalesce(sum(length(body) - length(replace(body, chr(10), ''))), 0)
          from click_batches) as kept`
    return Number(row?.['kept'])
  })

async function click(times: number) {
  for (let n = 0; n < times; n += 1) {
    const headers = { 'User-Agent': PHONE, 'X-Forwarded-For': `198.51.100.${n % 250}` }
    const { status } = await server.request('GET', '/s/hat', { headers })
    expect(status).toBe(302)
  }
}

const all = (n: number) => ({ counters: n, events: n, hours: n })

/**
 * Returns the number of threads with a lower priority than the main thread, by their niceness
 * (`man 5 proc`). The name in front of it may contain spaces.
 */
function lowerThreads(): number {
  const [main = 0, ...others] = readdirSync(`/proc/${server.pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${server.pid}/task/${thread}/stat`, 'utf8')
    return Number(stat.split(') ').at(-1)?.split(' ')[16])
  })
  return others.filter((niceness) => niceness > main).length
}

test.runIf(process.platform === 'linux')('redirects have priority over counting', async () => {
  // The thread may still be starting.
  await expect.poll(lowerThreads, { timeout: 10_000 }).toBe(1)
})

test('a stop during many clicks loses no answered click (R-139)', async () => {
  await click(300)
  server.kill('SIGTERM')
  expect(await server.exit()).toBe(0)
  server = await start()
  expect(await counts()).toEqual(all(300))
})

test('clicks saved before a kill are counted at the next start', async () => {
  await click(50)
  await expect.poll(kept, { timeout: 10_000 }).toBe(350)
  server.kill('SIGKILL')
  await server.exit()
  server = await start()
  await expect.poll(counts, { timeout: 10_000 }).toEqual(all(350))
})
