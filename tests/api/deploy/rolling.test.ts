import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { haproxyProgram, startHaproxy, type Haproxy } from '#support/server/hosts/haproxy.ts'
import { addLink, LINKS } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { startReadyProcess, type Process } from '#support/server/processes/process.ts'
import { createTestServer, freePort, toInit, type TestServer } from '#support/server/test-app.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'

// These tests start whole servers, and the machine may be busy.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })
/** Whether the program is missing. Then the tests are skipped, and their names say why. */
const isMissing = haproxyProgram === undefined
const MISSING = isMissing ? ' (skipped: the program haproxy is missing)' : ''
const PATIENCE = { timeout: 60_000, interval: 50 }
const WORKERS = 4
/** Number of requests in each state between two replacements. */
const ENOUGH = 100

type Name = 'a' | 'b'

const folder = folderForThisFile()
let server: TestServer
let proxy: Haproxy
let ports: Record<Name, string>
const running: Partial<Record<Name, Process>> = {}
beforeAll(async () => {
  if (isMissing) return
  server = await createTestServer()
  ports = { a: String(await freePort()), b: String(await freePort()) }
  proxy = await startHaproxy([ports.a, ports.b])
  running.a = await start('a')
  // Both servers share secrets and pictures. Everything else is separate.
  mkdirSync(join(folder, 'b'))
  copyFileSync(join(folder, 'a/secrets.json'), join(folder, 'b/secrets.json'))
  symlinkSync(join(folder, 'a/media'), join(folder, 'b/media'))
  running.b = await start('b')
  await vi.waitUntil(() => proxy.bothRun(), PATIENCE)
})
afterAll(async () => {
  if (isMissing) return
  await Promise.all([running.a?.end(), running.b?.end()])
  await proxy.stop()
  await server.stop()
})

async function start(name: Name): Promise<Process> {
  const { socketDir, user, database } = server.database.address
  const env = {
    PORT: ports[name],
    DATA_DIR: join(folder, name),
    DATABASE_URL: `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`,
    APP_ORIGIN: proxy.origin,
    TRUSTED_PROXIES: '127.0.0.1,::1',
  }
  const started = await startReadyProcess({ env })
  return started
}

const front = {
  request: (...[method, path, options = {}]: Parameters<TestServer['request']>) =>
    fetch(proxy.origin + path, toInit(method, options)),
}

/**
 * State of the load. It is calm while a server starts, because starting uses the whole machine and
 * only the other server gets requests.
 */
type Load = { isOver: boolean; isCalm: boolean }
const CALM_MS = 50

/** Sends redirects, reads and writes in turn until the load is over, and records every result. */
async function ask(ana: Person, code: string, seen: string[], load: Load) {
  const asked: [name: string, send: () => Promise<Response>][] = [
    ['redirect', () => front.request('GET', `/s/${code}`)],
    ['read', () => ana.send('POST', `${LINKS}search/`, {}, { 'Idempotency-Key': randomUUID() })],
    [
      'write',
      () =>
        ana.send(
          'POST',
          LINKS,
          { url: `https://shop.example/${randomUUID()}` },
          { 'Idempotency-Key': randomUUID() },
        ),
    ],
  ]
  while (!load.isOver) {
    for (const [name, send] of asked) {
      seen.push(`${name} ${await statusOf(send())}`)
      if (load.isCalm) await sleep(CALM_MS)
    }
  }
}

/** Returns the status code, or the text of the error. */
async function statusOf(sent: Promise<Response>): Promise<string> {
  try {
    const response = await sent
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    return inspect(error)
  }
}

describe.skipIf(isMissing)(`with deploy/haproxy.cfg${MISSING}`, () => {
  test('both servers can be replaced twice under load without a failed request', async () => {
    const ana = await signUp(front)
    const { short_code: code } = await addLink(ana, 'https://shop.example/lamp')
    const seen: string[] = []
    const load: Load = { isOver: false, isCalm: false }
    const asking = Array.from({ length: WORKERS }, () => ask(ana, code, seen, load))
    const enoughMore = () => {
      const before = seen.length
      return vi.waitUntil(() => seen.length >= before + ENOUGH, PATIENCE)
    }
    await enoughMore()
    for (const name of ['a', 'b', 'a', 'b'] as const) {
      running[name]?.kill('SIGTERM')
      expect(await running[name]?.exit()).toBe(0)
      await enoughMore()
      load.isCalm = true
      running[name] = await start(name)
      load.isCalm = false
      await vi.waitUntil(() => proxy.bothRun(), PATIENCE)
      await enoughMore()
    }
    load.isOver = true
    await Promise.all(asking)
    expect([...new Set(seen)].toSorted()).toEqual(['read 200', 'redirect 302', 'write 201'])
    // Every confirmed write is stored exactly once.
    const written = seen.filter((one) => one === 'write 201').length
    const [row] = await server.deps.sql`select count(*)::int as links from links`
    expect(row?.['links']).toBe(written + 1)
  })
})
