import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as v from 'valibot'
import type { Analytics } from '#contract/analytics.ts'
import type { TrendingProduct } from '#contract/partners/brands.ts'
import type { ChatToken } from '#contract/partners/chat.ts'
import type { BrandInvitation, Connection } from '#contract/partners/unmasking.ts'
import type { Widget } from '#contract/page/widgets.ts'
import { SAMPLE_DATA_NOTICE, type Facts } from '#contract/facts.ts'
import type { Rank } from '#contract/money/rank.ts'
import type { Earnings } from '#contract/money/earnings.ts'
import type { Redemptions } from '#contract/money/wallet.ts'
import { signIn, type Person } from '#support/server/people.ts'
import { builtServer } from '#support/server/processes/built-server.ts'
import { reachableAt } from '#support/server/hosts/requests.ts'
import { freePort } from '#support/server/test-app.ts'
import { folderForThisFile } from '#support/server/for-this-file.ts'

/** Time limit for creating four weeks of sample data, which takes one request per click. */
const MAKING_MS = 4 * 60_000

const folder = folderForThisFile()
const dataDir = join(folder, 'data')

type Demo = Awaited<ReturnType<typeof startDemo>>

/** Starts `npm run demo` with a server that is already built. */
async function startDemo(env: Record<string, string> = {}) {
  const port = String(await freePort())
  const child = spawn(process.execPath, ['--import', 'tsx', 'demo/start.ts', builtServer()], {
    env: { PATH: process.env['PATH'], PORT: port, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const killIt = () => child.kill('SIGKILL')
  process.once('exit', killIt)
  let said = ''
  const ended = once(child, 'close') as Promise<[number | null]>
  const running = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('is running at')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('close', () => reject(new Error(said)))
  })
  const origin = `http://localhost:${port}`
  // Some tests start a demo that never becomes ready.
  running.catch(() => undefined)
  return {
    ...reachableAt(origin),
    said: () => said,
    running,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      const [code] = await ended
      process.off('exit', killIt)
      return code
    },
    ended: async () => (await ended)[0],
  }
}

/** Signs in the creator whose credentials the demo prints. */
async function creatorOf(demo: Demo): Promise<Person> {
  const [, email = '', password = ''] = /Sign in as (\S+) with (\S+)/.exec(demo.said()) ?? []
  return signIn(demo, { email, password })
}

const read = async <Body>(person: Person, path: string, body?: object) =>
  (await (await person.send(body ? 'POST' : 'GET', path, body)).json()) as Body

type Paged<Item> = { results: Item[] }

let demo: Demo
let creator: Person
beforeAll(async () => {
  demo = await startDemo()
  await demo.running
  creator = await creatorOf(demo)
}, MAKING_MS)
afterAll(() => demo?.stop())

/** Returns the figures that the money screens show. */
async function numbers(person: Person) {
  const all = '?page_size=100'
  const [analytics, pending, available, wallet, rank] = await Promise.all([
    read<Analytics>(person, '/v2/my/analytics/my_links/', { group_by: 'day' }),
    read<v.InferOutput<typeof Earnings>>(person, `/v1/bank/pending_earnings/${all}`),
    read<v.InferOutput<typeof Earnings>>(person, `/v1/bank/available_earnings/${all}`),
    read<v.InferOutput<typeof Redemptions>>(person, '/v1/bank/redemptions/'),
    read<Rank>(person, '/v2/my/rank/'),
  ])
  return { analytics, earnings: [...pending.results, ...available.results], wallet, rank }
}

const cents = (dollars: number[]) => dollars.reduce((sum, one) => sum + Math.round(one * 100), 0)

test('every page says that its data is made up', async () => {
  expect(await read<Facts>(creator, '/v2/my/facts/')).toMatchObject({ sample_data: true })
  for (const path of ['/p/sample-creator', '/multi-connect/login']) {
    const page = await demo.request('GET', path)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(SAMPLE_DATA_NOTICE)
  }
  const outbox = join(dataDir, 'outbox')
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
  expect(mails.length).toBeGreaterThan(0)
  for (const mail of mails) expect(mail).toMatch(/^Subject: \[Sample data\] /m)
})

test('the sample has clicks of weeks, orders in every state and requested payouts', async () => {
  const { analytics, earnings, wallet } = await numbers(creator)
  expect(analytics.totals.clicks).toBeGreaterThan(100)
  expect(analytics.period.days).toBeGreaterThanOrEqual(27)
  expect(analytics.totals.commissions).toBeGreaterThan(0)
  const states = new Set(earnings.map(({ state }) => state))
  for (const state of ['pending', 'approved', 'available'] as const) expect(states).toContain(state)
  expect(wallet.results).toMatchObject([{ kind: 'paypal', amount: 10 }])
  const { results } = await read<{ results: TrendingProduct[] }>(
    creator,
    '/v2/my/discover/products/trending/',
  )
  expect(results.map(({ domain }) => domain).sort()).toEqual(['kitchen.example', 'lamps.example'])
})

test('a brand is known to her and writes, another has asked, and a widget stands ready', async () => {
  const unmasking = '/v2/my/unmasking'
  const connections = await read<Paged<Connection>>(creator, `${unmasking}/connections/`)
  expect(connections.results.map(({ organization }) => organization.company_name)).toEqual([
    'Example Kitchen',
  ])
  const invitations = await read<Paged<BrandInvitation>>(creator, `${unmasking}/invitations/`)
  const asked = invitations.results.map(({ inviting, status }) => [inviting.company_name, status])
  expect(Object.fromEntries(asked)).toMatchObject({ 'Example Lamps': 'pending' })
  const { access_token } = await read<ChatToken>(creator, '/v2/my/sendbird/token/')
  const channels = await demo.request('GET', '/chat/channels', {
    headers: { Authorization: `Bearer ${access_token}` },
  })
  expect(await channels.json()).toMatchObject({
    results: [{ name: 'Example Kitchen', unread_count: 1 }],
  })
  const [widget] = (await read<Paged<Widget>>(creator, '/v1/users/me/widgets/')).results
  const shown = await demo.request('GET', new URL(widget?.url ?? '').pathname)
  expect(await shown.text()).toContain('Iron pan')
})

test('analytics, wallet and rank tell the same sums', async () => {
  const { analytics, earnings, wallet, rank } = await numbers(creator)
  const sold = earnings.filter(({ kind, state }) => kind === 'commission' && state !== 'reversed')
  expect(cents(sold.map(({ amount }) => amount))).toBe(cents([analytics.totals.commissions]))
  const { available, pending, reserved, redeemed, held } = wallet.balance
  const all = earnings.filter(({ state }) => state !== 'reversed')
  expect(cents([available, pending, reserved, redeemed, held])).toBe(
    cents(all.map(({ amount }) => amount)),
  )
  const agreed = sold.filter(({ state }) => state === 'approved' || state === 'available')
  expect(cents([rank.earned])).toBe(cents(agreed.map(({ amount }) => amount)))
})

test('a second start shows the same, and makes nothing twice', { timeout: MAKING_MS }, async () => {
  const before = await numbers(creator)
  expect(await demo.stop()).toBe(0)
  demo = await startDemo()
  await demo.running
  creator = await creatorOf(demo)
  const { rank, ...after } = await numbers(creator)
  expect(after).toEqual({
    analytics: before.analytics,
    earnings: before.earnings,
    wallet: before.wallet,
  })
  expect(rank.earned).toBe(before.rank.earned)
})

test('a folder of anything else is left alone, and so is one that was not finished', async () => {
  const other = mkdtempSync(join(folder, 'other-'))
  writeFileSync(join(other, 'secrets.json'), '{}')
  const refused = await startDemo({ DATA_DIR: other })
  expect(await refused.ended()).toBe(1)
  expect(refused.said()).toContain('contains other files than sample data')
  expect(readdirSync(other)).toEqual(['secrets.json'])
  writeFileSync(join(other, 'sample-data.json'), '{}')
  const unfinished = await startDemo({ DATA_DIR: other })
  expect(await unfinished.ended()).toBe(1)
  expect(unfinished.said()).toContain('was not finished')
})

test('no setting of a real installation reaches it', { timeout: MAKING_MS }, async () => {
  await demo.stop()
  // No database listens there, so a demo that used this setting would not start.
  const DATABASE_URL = 'postgres://nobody:secret@localhost:1/none'
  demo = await startDemo({ DATABASE_URL, SMTP_URL: 'smtp://localhost:1' })
  await demo.running
  expect((await demo.request('GET', '/healthz')).status).toBe(200)
})
