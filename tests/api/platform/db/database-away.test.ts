import { expect, test, vi } from 'vitest'
import type { Log } from '../../../../server/platform/log/log.ts'
import { addLink, LINKS, linkPath, readLink } from '#support/server/links.ts'
import { startCuttableDatabase } from '#support/server/hosts/cut-database.ts'
import { signUp } from '#support/server/people.ts'
import { startShopSite } from '#support/server/hosts/shop-site.ts'
import { startTestServer } from '#support/server/test-app.ts'
import { forThisFile } from '#support/server/for-this-file.ts'

/** Log that ignores the expected errors about the lost database. */
const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {} }

// `other` always reaches the same database.
const other = await startTestServer()
const database = await forThisFile(startCuttableDatabase(other.database.address))
const server = await startTestServer({
  listen: true,
  log: QUIET,
  sharedServer: other,
  databaseAddress: database.address,
})
const site = await forThisFile(startShopSite())
const ana = await signUp(server)

const PATIENCE = { timeout: 30_000, interval: 50 }
const target = async (code: string) =>
  (await server.request('GET', `/s/${code}`)).headers.get('location')
/**
 * Waits until the server is healthy and receives announcements of edits again. Edits announced
 * before that are missed and read again for a while.
 */
const isWell = () =>
  vi.waitFor(async () => {
    expect((await server.request('GET', '/healthz')).status).toBe(200)
    await server.deps.dedicated.ask('select 1')
  }, PATIENCE)

/**
 * Waits for a notice sent now. Notices arrive in order, so all earlier ones have been processed.
 */
async function hearsEdits() {
  const mark = crypto.randomUUID()
  const heard = new Promise<void>((resolve) => {
    server.deps.dedicated.onNotice((_channel, payload) => {
      if (payload.endsWith(mark)) resolve()
    })
  })
  await other.deps.sql`select pg_notify('split_links', ${`probe ${mark}`})`
  await heard
}

async function whileAway(work: () => Promise<void>) {
  await database.cut()
  await work().finally(() => database.mend())
  await isWell()
}

const numberOfClicks = async (link: { uuid: string }) => {
  const [row] = await other.deps.sql`
    select count(*)::int as n from click_events where link_id = ${link.uuid}`
  return row?.['n'] as number
}

test('the API sends Retry-After, and a write that is repeated with its key takes effect once', async () => {
  const headers = { 'Idempotency-Key': 'away-1' }
  const body = { url: 'http://127.0.0.1:9/away' }
  await whileAway(async () => {
    const response = await ana.send('POST', LINKS, body, headers)
    expect(response.status).toBe(503)
    const { retry_after } = (await response.json()) as { retry_after: number }
    expect(retry_after).toBeGreaterThan(0)
    expect(response.headers.get('retry-after')).toBe(String(retry_after))
    expect((await server.request('GET', '/healthz')).status).toBe(503)
    expect((await server.request('GET', '/livez')).status).toBe(200)
    expect((await server.request('GET', '/multi-connect/login')).status).toBe(200)
  })
  expect((await ana.send('POST', LINKS, body, headers)).status).toBe(201)
  const again = await ana.send('POST', LINKS, body, headers)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const [row] = await other.deps.sql`select count(*)::int as n from links where url = ${body.url}`
  expect(row).toEqual({ n: 1 })
})

test('the page of a link asks to try again and works after the database returns', async () => {
  const { short_code } = await addLink(ana, 'http://127.0.0.1:9/looked-at')
  const look = () => server.request('GET', `/s/${short_code}+`)
  await whileAway(async () => {
    const response = await look()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await response.text()).toContain('Try again in a moment.')
  })
  expect((await look()).status).toBe(200)
})

test('cached links redirect while the database is away, and their clicks are counted afterwards', async () => {
  await hearsEdits()
  const link = await addLink(ana, 'http://127.0.0.1:9/known')
  await hearsEdits()
  expect(await target(link.short_code)).toBe(link.url)
  await whileAway(async () => {
    for (let n = 0; n < 20; n += 1) expect(await target(link.short_code)).toBe(link.url)
  })
  await expect.poll(() => numberOfClicks(link), PATIENCE).toBe(21)
})

test('an edit made by another process while the database was away is visible afterwards', async () => {
  const link = await addLink(ana, 'http://127.0.0.1:9/before')
  expect(await target(link.short_code)).toBe(link.url)
  await whileAway(async () => {
    const url = 'http://127.0.0.1:9/after'
    const edited = await other.request('PATCH', linkPath(link), { token: ana.token, body: { url } })
    expect(edited.status).toBe(200)
  })
  await expect.poll(() => target(link.short_code), PATIENCE).toBe('http://127.0.0.1:9/after')
})

test('a running job and later jobs are completed', async () => {
  const asked = vi.fn<(answer: () => void) => void>()
  const page = site.put('/held', (_, response) => {
    const headers = { 'Content-Type': 'text/html' }
    asked(() => response.writeHead(200, headers).end('<title>Held</title>'))
  })
  const held = await addLink(ana, page)
  await vi.waitFor(() => expect(asked).toHaveBeenCalled(), PATIENCE)
  await whileAway(async () => {
    for (const [answer] of asked.mock.calls) answer()
    // The worker cannot even record that the job has failed.
    await vi.waitFor(async () => {
      expect((await server.request('GET', '/healthz')).status).toBe(503)
    }, PATIENCE)
  })
  site.product('/held', '<title>Held</title>')
  const isNamed = async (link: { uuid: string }, name: string) => {
    const now = await readLink(ana, link)
    expect([now.name, now.meta_extraction_progress]).toEqual([name, 100])
  }
  const later = await addLink(ana, site.product('/later', '<title>Later</title>'))
  const long = { timeout: 90_000, interval: 100 }
  await vi.waitFor(() => isNamed(later, 'Later'), long)
  await vi.waitFor(() => isNamed(held, 'Held'), long)
})
