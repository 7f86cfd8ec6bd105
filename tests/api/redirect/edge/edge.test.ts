import { rmSync, writeFileSync } from 'node:fs'
import { request as requestOnce } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../../../../server/platform/db/client.ts'
import { runningEmbedded } from '../../../../server/platform/db/embedded/embedded.ts'
import { hashPassword } from '../../../../server/people/accounts/passwords.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'
import { freePort } from '#support/server/free-port.ts'
import { PHONE } from '#support/server/links/short-links.ts'
import { runProcess, startReadyProcess, type Process } from '#support/server/processes/process.ts'
import { storeLinks } from '#support/server/links/stored-links.ts'

// The built servers as processes: one origin and two edges, each with its own database.
const TOKEN = 'a token of edges with more than 32 characters'
const SIGNING_SECRET = 'a signing secret with more than 32 characters'
const WAIT = { timeout: 30_000 }
const folders = {
  origin: folderForThisFile(),
  paris: folderForThisFile(),
  oslo: folderForThisFile(),
}

let origin: Process
let paris: Process
let oslo: Process
let originPort: string

const startOrigin = () =>
  startReadyProcess({
    env: { PORT: originPort, DATA_DIR: folders.origin, EDGE_TOKEN: TOKEN, SIGNING_SECRET },
  })

const edgeEnv = (name: 'paris' | 'oslo') => ({
  DATA_DIR: folders[name],
  APP_ORIGIN: `http://localhost:${originPort}`,
  EDGE_ORIGIN: `http://localhost:${originPort}`,
  EDGE_TOKEN: TOKEN,
  EDGE_NAME: name,
  SIGNING_SECRET,
  TRUSTED_PROXIES: '127.0.0.1,::1',
})
const startEdge = (name: 'paris' | 'oslo') =>
  startReadyProcess({ script: 'edge.js', env: edgeEnv(name) })

beforeAll(async () => {
  originPort = String(await freePort())
  origin = await startOrigin()
  await atOrigin((sql) => storeLinks(sql, 'hat', 'lamp', 'vase', 'cup', 'away', 'killed'))
  ;[paris, oslo] = await Promise.all([startEdge('paris'), startEdge('oslo')])
})
afterAll(async () => {
  await Promise.all([paris, oslo].map((edge) => edge.end()))
  await origin.end()
})

type Sql = ReturnType<typeof connect>['sql']

async function inDatabase<Result>(
  folder: string,
  ask: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const address = await runningEmbedded(folder)
  if (!address) throw new Error('no database')
  const { sql } = connect(address, { max: 1 })
  return ask(sql).finally(() => sql.end())
}
const atOrigin = <Result>(ask: (sql: Sql) => Promise<Result>) => inDatabase(folders.origin, ask)

const edges = () => [paris, oslo]

/** Returns where a path leads at each edge, or the status without a redirect. */
const targets = (path: string, options: { headers?: Record<string, string> } = {}) =>
  Promise.all(
    edges().map(async (edge) => {
      const answer = await edge.request('GET', path, options)
      return answer.headers.get('location') ?? answer.status
    }),
  )
const both = (target: string | number) => [target, target]

/** Requests a path of a custom domain. `fetch` does not allow the header Host. */
const atHost = (edge: Process, path: string, host: string) =>
  new Promise<string | number>((resolve, reject) => {
    const url = new URL(path, edge.origin)
    requestOnce(url, { headers: { Host: host }, family: 4 }, (answer) => {
      answer.resume()
      resolve(answer.headers.location ?? answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

async function click(edge: Process, code: string, times: number) {
  for (let n = 0; n < times; n += 1) {
    const headers = { 'User-Agent': PHONE, 'X-Forwarded-For': `198.51.100.${n % 250}` }
    expect((await edge.request('GET', `/s/${code}`, { headers })).status).toBe(302)
  }
}

/** Returns the clicks of a link in the three tables that count them. */
const counted = (code: string) =>
  atOrigin(async (sql) => {
    const [row] = await sql`
      select
        (select coalesce(sum("unique" + human + bot + preview + duplicate + own), 0)
          from link_clicks where link_id = links.id)::int as counters,
        (select count(*) from click_events where link_id = links.id)::int as events,
        (select coalesce(sum(clicks), 0) from click_hours where link_id = links.id)::int as hours
      from links where short_code = ${code}`
    return row
  })
const all = (n: number) => ({ counters: n, events: n, hours: n })

test('links of the origin redirect at both edges, and edits arrive', async () => {
  expect(await targets('/s/hat')).toEqual(both('http://shop.example/hat'))
  expect(await targets('/s/NEW')).toEqual(both(404))
  await atOrigin(async (sql) => {
    await sql`
      insert into links (user_id, short_code, name, url, host)
      select user_id, 'new', 'new', 'http://shop.example/new', 'shop.example'
      from links where short_code = 'hat'`
    await sql`update links set url = 'http://shop.example/edited' where short_code = 'hat'`
    await sql`update links set blocked_at = now() where short_code = 'vase'`
  })
  await expect.poll(() => targets('/s/NEW'), WAIT).toEqual(both('http://shop.example/new'))
  await expect.poll(() => targets('/s/hat'), WAIT).toEqual(both('http://shop.example/edited'))
  await expect.poll(() => targets('/s/vase'), WAIT).toEqual(both(410))
  await atOrigin((sql) => sql`delete from links where short_code = 'new'`)
  await expect.poll(() => targets('/s/new'), WAIT).toEqual(both(404))
})

test('rules and passwords apply at edges', async () => {
  const rules = [
    {
      id: 'r1',
      conditions: [{ kind: 'language', values: ['de'] }],
      target_url: 'http://shop.example/de',
    },
  ]
  await atOrigin(
    (sql) => sql`
      update links set rules = ${JSON.stringify(rules)}::text::jsonb where short_code = 'lamp'`,
  )
  const headers = { 'Accept-Language': 'de' }
  await expect
    .poll(() => targets('/s/lamp', { headers }), WAIT)
    .toEqual(both('http://shop.example/de'))
  expect(await targets('/s/lamp')).toEqual(both('http://shop.example/lamp'))
  const hash = await hashPassword('open sesame')
  await atOrigin(
    (sql) => sql`
      insert into link_passwords (link_id, password_hash)
      select id, ${hash} from links where short_code = 'lamp'`,
  )
  await expect.poll(() => targets('/s/lamp'), WAIT).toEqual(both(200))
  const form = { body: new URLSearchParams({ password: 'open sesame' }), method: 'POST' }
  const opened = await fetch(`${oslo.origin}/s/lamp`, { ...form, redirect: 'manual' })
  expect(opened.headers.get('location')).toBe('http://shop.example/lamp')
})

const onDomain = (path: string) =>
  Promise.all(edges().map((edge) => atHost(edge, path, 'go.ana.example')))

test('custom domains redirect at edges', async () => {
  await atOrigin(
    (sql) => sql`
      with domain as (
        insert into link_domains (domain, user_id, status)
        select 'go.ana.example', user_id, 'verified' from links where short_code = 'cup'
        returning id)
      update links set domain_id = domain.id from domain where short_code = 'cup'`,
  )
  await expect.poll(() => onDomain('/cup'), WAIT).toEqual(both('http://shop.example/cup'))
  expect(await onDomain('/')).toEqual(both(`http://localhost:${originPort}/`))
})

test('everything else is redirected to the app', async () => {
  expect(await targets('/links?q=a')).toEqual(both(`http://localhost:${originPort}/links?q=a`))
  expect((await paris.request('POST', '/v1/login')).status).toBe(404)
  expect(await (await paris.request('GET', '/healthz')).json()).toMatchObject({ ok: true })
  expect(await (await paris.request('GET', '/metrics')).text()).toContain(
    'split_edge_clicks_waiting',
  )
})

const open = (edge: Process) => edge.request('GET', '/s/few', { headers: { 'User-Agent': PHONE } })

test('a click limit holds for all edges and needs the origin', async () => {
  await atOrigin(
    (sql) => sql`
      insert into links (user_id, short_code, name, url, host, max_clicks)
      select user_id, 'few', 'few', 'http://shop.example/few', 'shop.example', 1
      from links where short_code = 'hat'`,
  )
  // A program takes no place.
  await expect.poll(() => targets('/s/few'), WAIT).toEqual(both('http://shop.example/few'))
  expect((await open(paris)).status).toBe(302)
  expect((await open(oslo)).status).toBe(410)
})

test('without the origin links redirect, and each click is counted once afterwards', async () => {
  await click(paris, 'away', 20)
  origin.kill('SIGTERM')
  await origin.exit()
  await click(paris, 'away', 30)
  await click(oslo, 'away', 40)
  oslo.kill('SIGTERM')
  expect(await oslo.exit()).toBe(0)
  oslo = await startEdge('oslo')
  await click(oslo, 'away', 50)
  const { status } = await paris.request('GET', '/s/few', { headers: { 'User-Agent': PHONE } })
  expect(status).toBe(503)
  origin = await startOrigin()
  await expect.poll(() => counted('away'), WAIT).toEqual(all(140))
  // Changes arrive again.
  await atOrigin(
    (sql) => sql`update links set url = 'http://shop.example/back' where short_code = 'hat'`,
  )
  await expect.poll(() => targets('/s/hat'), WAIT).toEqual(both('http://shop.example/back'))
})

const waiting = () =>
  inDatabase(folders.paris, async (sql) => {
    const [row] = await sql`
      select coalesce(sum(length(body) - length(replace(body, chr(10), ''))), 0)::int as n
      from click_batches`
    return row?.['n']
  })

test('clicks that were stored before a kill are sent once', async () => {
  await expect.poll(waiting, WAIT).toBe(0)
  origin.kill('SIGKILL')
  await origin.exit()
  await click(paris, 'killed', 25)
  await expect.poll(waiting, WAIT).toBe(25)
  paris.kill('SIGKILL')
  await paris.exit()
  paris = await startEdge('paris')
  origin = await startOrigin()
  await expect.poll(() => counted('killed'), WAIT).toEqual(all(25))
  await expect.poll(waiting, WAIT).toBe(0)
  expect(await counted('killed')).toEqual(all(25))
})

test('an edge works without a journal, and its operator is told', async () => {
  const health = async () => (await paris.request('GET', '/healthz')).json()
  const metrics = async () => (await paris.request('GET', '/metrics')).text()
  expect(await health()).not.toHaveProperty('click_journal')
  expect(await metrics()).toContain('split_click_journal_failing 0')
  paris.kill('SIGTERM')
  await paris.exit()
  const journals = join(folders.paris, 'click-journals')
  rmSync(journals, { recursive: true, force: true })
  writeFileSync(journals, 'not a folder')
  paris = await startEdge('paris')
  await click(paris, 'hat', 1)
  expect(await health()).toMatchObject({ ok: true, click_journal: 'cannot be written' })
  expect(await metrics()).toContain('split_click_journal_failing 1')
  rmSync(journals)
})

test('an edge refuses a wrong setting in one line', async () => {
  const { EDGE_TOKEN: _, ...env } = edgeEnv('paris')
  expect(await runProcess({ script: 'edge.js', env })).toMatchObject({
    code: 1,
    err: 'EDGE_TOKEN must be set on an edge.\n',
  })
})
