import { connect as connectTcp, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { CALLS_PER_MINUTE } from '#contract/developers/api-keys.ts'
import { addKey, withKey } from '#support/server/api-keys.ts'
import { folderForThisFile, forThisFile } from '#support/server/for-this-file.ts'
import { LOGIN, open } from '#support/server/hosts/login-pages.ts'
import { databaseUrl } from '#support/server/installations.ts'
import { addLink, editLink, LINKS, readLink } from '#support/server/links.ts'
import { PHONE } from '#support/server/links/short-links.ts'
import { signUp } from '#support/server/people.ts'
import { inTurn, metric, workerPids } from '#support/server/processes/many-processes.ts'
import { runProcess, startReadyProcess } from '#support/server/processes/process.ts'
import { startTestServer } from '#support/server/test-app.ts'

const { database } = await startTestServer()
const folder = folderForThisFile()
const env = {
  DATABASE_URL: databaseUrl(database.address),
  DATA_DIR: folder,
  CORES: '2',
  CONNECTIONS_PER_ADDRESS: '6',
}
const PROXY = { TRUSTED_PROXIES: '127.0.0.1,::1' }
const server = await forThisFile(startReadyProcess({ env: { ...env, ...PROXY } }))
const front = inTurn(server)
const ana = await signUp(front)

/** Clicks on a link as a new visitor and returns the answer. */
let visitors = 0
const click = (code: string) => {
  visitors += 1
  const headers = {
    'User-Agent': PHONE,
    'X-Forwarded-For': `198.51.${visitors >> 8}.${visitors & 255}`,
  }
  return front.request('GET', `/s/${code}`, { headers })
}

const redirectTime = () => metric(front, 'split_redirect_p99_seconds')

test('two processes answer and report their sums', async () => {
  expect(workerPids(server)).toHaveLength(2)
  const link = await addLink(ana)
  const before = await metric(front, 'split_short_link_answers_total')
  for (let n = 0; n < 6; n += 1) expect((await click(link.short_code)).status).toBe(302)
  for (let n = 0; n < 4; n += 1) {
    expect(await metric(front, 'split_short_link_answers_total')).toBe(before + 6)
    expect(await metric(front, 'split_processes')).toBe(2)
    expect(await metric(front, 'split_maintenance')).toBe(0)
  }
})

test('the time of redirects is that of the slowest process, whichever one is asked', async () => {
  const link = await addLink(ana)
  await vi.waitFor(
    async () => {
      for (let n = 0; n < 20; n += 1) await click(link.short_code)
      expect([await redirectTime(), await redirectTime()].every((seconds) => seconds > 0)).toBe(
        true,
      )
    },
    { timeout: 60_000, interval: 20 },
  )
  const times = [await redirectTime(), await redirectTime(), await redirectTime()]
  expect(new Set(times).size).toBe(1)
})

test('after the answer to an edit, both processes redirect to the new target', async () => {
  const link = await addLink(ana)
  for (let n = 0; n < 20; n += 1) {
    const url = `https://shop.example/lamp-${n}`
    expect((await editLink(ana, link, { url })).status).toBe(200)
    for (let turn = 0; turn < 4; turn += 1)
      expect((await click(link.short_code)).headers.get('location')).toBe(url)
  }
})

test('a reader sees the clicks that another process has just answered', async () => {
  const link = await addLink(ana)
  for (let n = 1; n <= 12; n += 1) {
    await click(link.short_code)
    expect((await readLink(ana, link)).lifetime_clicks).toBe(n)
  }
})

test('a click limit holds for both processes together', async () => {
  const link = await addLink(ana)
  expect((await editLink(ana, link, { max_clicks: 10 })).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 40 }, () => click(link.short_code)))
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(10)
})

test('wrong passwords are counted for both processes together (A-002)', async () => {
  const page = await open(front, LOGIN)
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1)
    statuses.push((await page.submit({ email: ana.email, password: 'not the right one' })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
})

test('calls of an API key are counted for both processes together', async () => {
  const asScript = withKey(front, (await addKey(ana)).key)
  const left: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const { headers } = await asScript('GET', `${LINKS}?limit=1`)
    left.push(Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]))
  }
  const last = left.at(-1) ?? 0
  // A new minute may begin within the test, and starts again with all calls.
  const begun = left.lastIndexOf(CALLS_PER_MINUTE - 1)
  expect(last).toBe(CALLS_PER_MINUTE - (left.length - Math.max(0, begun)))
})

test('a port in use is reported once, and nothing is left running', async () => {
  const refused = await runProcess({ env: { ...env, PORT: new URL(server.origin).port } })
  expect(refused.code).toBe(1)
  expect(refused.out).toBe('')
  expect(refused.err.trim().split('\n')).toEqual([
    expect.stringMatching(/^Port \d+ is in use already\./),
  ])
})

test('connections of one address are limited for both processes together', async () => {
  const limited = await startReadyProcess({ env })
  const sockets = Array.from({ length: 16 }, () => openUnfinished(limited.origin))
  const opened = () => sockets.filter(({ readyState }) => readyState === 'open').length
  await expect.poll(opened).toBe(6)
  sockets.forEach((socket) => socket.destroy())
  await limited.end()
})

/** Opens a connection whose request never ends, so that it does not count as idle. */
function openUnfinished(origin: string): Socket {
  const socket = connectTcp(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
  return socket
}
