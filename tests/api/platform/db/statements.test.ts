import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { links } from '../../../../server/platform/db/schema.ts'
import { waitForExport, request } from '#support/server/links/exports.ts'
import { LINKS, linkPath, readLink } from '#support/server/links.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { createTestServer, type TestServer } from '#support/server/test-app.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }

/**
 * Adds a link without a job that reads its page, so that only the test's requests wait for the
 * lock.
 */
async function addLink({ deps }: TestServer, { uuid: userId }: Person): Promise<{ uuid: string }> {
  const [row] = await deps.db
    .insert(links)
    .values({
      userId,
      shortCode: randomUUID(),
      name: 'Lamp',
      url: 'https://a.example/',
      host: 'a.example',
    })
    .returning({ uuid: links.id })
  if (!row) throw new Error('no link')
  return row
}

/** Locks the table of links until `work` is done. */
const whileLocked = ({ deps }: TestServer, work: () => Promise<void>) =>
  deps.sql.begin(async (tx) => {
    await tx`lock table links in access exclusive mode`
    await work()
  })

/** Returns the number of statements of this server that wait for a lock. */
async function waiting({ deps }: TestServer): Promise<number> {
  const [row] = await deps.sql`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.['n'] as number
}

describe('a client that disconnects', () => {
  let server: TestServer
  let ana: Person
  beforeAll(async () => {
    // Without a time limit, a statement only ends because its client has left.
    server = await createTestServer({ listen: true, statementMs: 0 })
    ana = await signUp(server)
  })
  afterAll(() => server.stop())

  const ask = (method: string, path: string, body?: object) => {
    const client = new AbortController()
    const headers = { [TOKEN_HEADER]: ana.token, 'Content-Type': 'application/json' }
    const init = { method, headers, signal: client.signal }
    const url = `${server.origin}${path}`
    const answer = fetch(url, body ? { ...init, body: JSON.stringify(body) } : init)
    return { leave: () => client.abort(), answer: answer.catch(() => 'nobody waited') }
  }

  test.each<[string, string, object?]>([
    ['GET', LINKS],
    ['POST', `${LINKS}search/`, { q: 'lamp' }],
  ])('ends its running reads: %s %s', async (method, path, body) => {
    const link = await addLink(server, ana)
    await whileLocked(server, async () => {
      const { leave, answer } = ask(method, method === 'GET' ? linkPath(link) : path, body)
      await expect.poll(() => waiting(server), PATIENCE).toBeGreaterThan(0)
      leave()
      expect(await answer).toBe('nobody waited')
      await expect.poll(() => waiting(server), PATIENCE).toBe(0)
    })
    expect((await readLink(ana, link)).uuid).toBe(link.uuid)
  })

  test('does not interrupt its writes', async () => {
    const link = await addLink(server, ana)
    await whileLocked(server, async () => {
      const edit = ask('PATCH', linkPath(link), { name: 'Written' })
      await expect.poll(() => waiting(server), PATIENCE).toBe(1)
      edit.leave()
      // This read starts later and still ends, so the edit would have ended by then.
      const read = ask('GET', linkPath(link))
      await expect.poll(() => waiting(server), PATIENCE).toBe(2)
      read.leave()
      await expect.poll(() => waiting(server), PATIENCE).toBe(1)
    })
    await expect.poll(async () => (await readLink(ana, link)).name, PATIENCE).toBe('Written')
  })
})

describe('a statement that takes too long', () => {
  const error = vi.fn<() => void>()
  let server: TestServer
  let ana: Person
  beforeAll(async () => {
    const log = { debug() {}, info() {}, warn() {}, error }
    server = await createTestServer({ listen: true, log, statementMs: 500 })
    ana = await signUp(server)
  })
  afterAll(() => server.stop())

  test('is cancelled with Retry-After; statements of jobs continue', async () => {
    const link = await addLink(server, ana)
    let id = ''
    await whileLocked(server, async () => {
      ;({ id } = await request(ana))
      await expect.poll(() => waiting(server), PATIENCE).toBe(1)
      for (const answer of [
        await ana.send('GET', linkPath(link)),
        await ana.send('PATCH', linkPath(link), { name: 'Late' }),
      ]) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
        expect(await answer.json()).toEqual({ retry_after: 30 })
      }
      // The export has waited for longer than both requests.
      expect(await waiting(server)).toBe(1)
    })
    expect(await waitForExport(ana, id)).toMatchObject({ status: 'ready', rows: 1 })
    expect((await readLink(ana, link)).name).not.toBe('Late')
    expect(error).not.toHaveBeenCalled()
  })
})
