import { afterAll, expect, test } from 'vitest'
import { folderForThisFile } from '#support/server/for-this-file.ts'
import { addLink, readLink } from '#support/server/links.ts'
import { PHONE } from '#support/server/links/short-links.ts'
import { signUp } from '#support/server/people.ts'
import { inTurn, metric, workerPids } from '#support/server/processes/many-processes.ts'
import { startReadyProcess } from '#support/server/processes/process.ts'
import { connect } from '../../../../server/platform/db/client.ts'
import { isAlive } from '../../../../server/platform/db/embedded/process.ts'
import { runningEmbedded } from '../../../../server/platform/db/embedded/embedded.ts'

// The embedded database belongs to the parent process, which survives its processes.
const dataDir = folderForThisFile()
const env = { DATA_DIR: dataDir, TRUSTED_PROXIES: '127.0.0.1,::1', CORES: '2' }
let server = await startReadyProcess({ env })
afterAll(() => server.end())
const front = inTurn(server)
const ana = await signUp(front)
const link = await addLink(ana)

const CLIENTS = 4
const PATIENCE = { timeout: 60_000, interval: 50 }

let visitors = 0
/** Clicks as a new visitor. Returns whether the link redirected. */
async function click(): Promise<boolean> {
  visitors += 1
  const address = `198.51.${visitors >> 8}.${visitors & 255}`
  const headers = { 'User-Agent': PHONE, 'X-Forwarded-For': address }
  const answer = await front
    .request('GET', `/s/${link.short_code}`, { headers })
    .catch(() => undefined)
  return answer?.status === 302
}

async function clickTimes(times: number) {
  for (let n = 0; n < times; n += 1) expect(await click()).toBe(true)
}

async function openDatabase() {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error('no database')
  return connect(address, { max: 2 })
}

const counted = async () => (await readLink(ana, link)).lifetime_clicks

test('clicks that a killed process has stored and not counted are counted by its replacement', async () => {
  const { sql, pool } = await openDatabase()
  const lock = await pool.connect()
  try {
    // The lock prevents counting, but not storing.
    await lock.query('begin')
    await lock.query('lock table link_clicks in share row exclusive mode')
    await clickTimes(60)
    const stored = async () => {
      const [row] = await sql<{ stored: number }[]>`
        select coalesce(sum(length(body) - length(replace(body, chr(10), ''))), 0)::int as stored
        from click_batches`
      return row?.stored
    }
    await expect.poll(stored, PATIENCE).toBe(60)
    const killed = workerPids(server)
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    await lock.query('rollback')
    const isReplaced = () => workerPids(server).filter((pid) => !killed.includes(pid)).length
    await expect.poll(isReplaced, PATIENCE).toBe(2)
    await expect.poll(() => counted().catch(() => -1), PATIENCE).toBe(60)
  } finally {
    lock.release()
    await sql.end()
  }
})

test('while one process is killed, the other one answers, and no click is counted twice', async () => {
  const before = await counted()
  const [killed = 0] = workerPids(server)
  let answered = 0
  let tried = 0
  const load = { isOver: false }
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!load.isOver) {
      tried += 1
      if (await click()) answered += 1
    }
  })
  await expect.poll(() => answered, PATIENCE).toBeGreaterThan(200)
  // All clicks answered so far are counted when this read is answered.
  const settled = answered
  await counted()
  process.kill(killed, 'SIGKILL')
  const at = answered
  await expect.poll(() => answered, PATIENCE).toBeGreaterThan(at + 200)
  await expect.poll(() => workerPids(server).includes(killed), PATIENCE).toBe(false)
  await expect.poll(() => metric(front, 'split_processes').catch(() => 0), PATIENCE).toBe(2)
  load.isOver = true
  await Promise.all(clients)
  // The killed process loses at most its clicks since the read, and one answer per client may have
  // been on its way. A click whose answer was cut off may be counted.
  const clicks = (await counted()) - before
  expect(clicks).toBeLessThanOrEqual(tried)
  expect(clicks).toBeGreaterThanOrEqual(answered - (at - settled) - CLIENTS)
})

test('a stop of all processes loses no answered click and leaves nothing running (R-139)', async () => {
  const before = await counted()
  await clickTimes(300)
  const pids = workerPids(server)
  // Ctrl-C reaches all processes.
  const errors = () => server.output.err.split('"level":"error"').length
  const errorsBefore = errors()
  for (const pid of [server.pid, ...pids]) process.kill(pid, 'SIGINT')
  expect(await server.exit()).toBe(0)
  expect(errors()).toBe(errorsBefore)
  expect(pids.filter(isAlive)).toEqual([])
  server = await startReadyProcess({ env: { ...env, PORT: new URL(server.origin).port } })
  expect(await counted()).toBe(before + 300)
})

test('after a kill of the parent process, its processes end and the port is free', async () => {
  const pids = workerPids(server)
  server.kill('SIGKILL')
  await server.exit()
  await expect.poll(() => pids.filter(isAlive), PATIENCE).toEqual([])
  server = await startReadyProcess({ env: { ...env, PORT: new URL(server.origin).port } })
  expect((await front.request('GET', '/livez')).status).toBe(200)
})
