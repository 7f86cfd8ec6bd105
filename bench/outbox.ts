// Measures sending 500 edits made offline, compared with 500 plain PATCH requests of the same size,
// with and without idempotency keys. It neither passes nor fails.
import { chromium, type BrowserContext, type Page, type Request } from '@playwright/test'
import { findBrowser } from '../scripts/find-browser.mjs'
import { NATIVE_VERSION } from '#mirror/store/database.ts'
import { RunningServer } from '../tests/e2e/support/running-server.ts'
import { finishOnboarding } from './support/app-page.ts'
import { median, printTable } from './support/table.ts'

const EDITS = 500
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
const UNREACHABLE = 'http://127.0.0.1:9/lamp'

type Link = { uuid: string; name: string }

/**
 * Runs in the page: stores edits as if they were made offline, in the format of outbox-entries.ts.
 */
async function queueEdits({ links, prefix, uuid, version }: Queue) {
  const opening = indexedDB.open(`split-${uuid}`, version)
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')))
  })
  const transaction = db.transaction('outbox', 'readwrite')
  for (const [at, link] of links.entries())
    transaction.objectStore('outbox').add({
      key: crypto.randomUUID(),
      change: {
        kind: 'edit-link',
        link: link.uuid,
        edit: { name: `${prefix} ${at}` },
        base: { name: link.name },
      },
      title: link.name,
      queuedAt: Date.now(),
      tries: 0,
      state: 'waiting',
    })
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  db.close()
}
type Queue = { links: Link[]; prefix: string; uuid: string; version: number }

/** Runs in the page: sends the same edits one after the other with plain requests. */
async function patchBare({ links, prefix, token, keyed }: Bare): Promise<number> {
  const startedAt = performance.now()
  for (const [at, link] of links.entries())
    await fetch(`/v2/my/links/${link.uuid}/`, {
      method: 'PATCH',
      headers: {
        'X-API-TOKEN': token,
        'Content-Type': 'application/json',
        ...(keyed && { 'Idempotency-Key': crypto.randomUUID() }),
      },
      body: JSON.stringify({ name: `${prefix} ${at}`, base: { name: link.name } }),
    })
  return performance.now() - startedAt
}
type Bare = { links: Link[]; prefix: string; token: string; keyed: boolean }

async function api<Answer>(token: string, method: string, path: string, body?: unknown) {
  const response = await fetch(server.origin + path, {
    method,
    headers: { 'X-API-TOKEN': token, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as Answer
}

async function signUp(page: Page): Promise<string> {
  await page.goto(`${server.origin}/multi-connect/signup`)
  await page.getByLabel('Email').fill('bench@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('navigation').first().waitFor()
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'token')?.value ?? ''
  await finishOnboarding(server.origin, token)
  return token
}

const read = async (token: string) =>
  (await api<{ results: Link[] }>(token, 'POST', '/v2/my/links/search/', { page_size: EDITS }))
    .results

/** Stores edits in the outbox, starts the app and waits until all are sent. */
async function replayed(page: Page, queue: Queue) {
  await page.goto(`${server.origin}/healthz`)
  await page.evaluate(queueEdits, queue)
  let startedAt = 0
  let sent = 0
  const count = (request: Request) => {
    if (request.method() !== 'PATCH') return
    if (sent === 0) startedAt = performance.now()
    sent += 1
  }
  page.on('request', count)
  await page.goto(`${server.origin}/more`)
  for (;;) {
    const waiting = await page.evaluate(countWaiting, queue)
    if (waiting === 0) {
      page.off('request', count)
      return { took: performance.now() - startedAt, sent }
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Runs in the page: counts the entries in the outbox. */
async function countWaiting({ uuid }: Queue): Promise<number> {
  const opening = indexedDB.open(`split-${uuid}`)
  const db = await new Promise<IDBDatabase>((resolve) => {
    opening.addEventListener('success', () => resolve(opening.result))
  })
  const asked = db.transaction('outbox').objectStore('outbox').count()
  const count = await new Promise<number>((resolve) => {
    asked.addEventListener('success', () => resolve(asked.result))
  })
  db.close()
  return count
}

async function measure(context: BrowserContext): Promise<string[][]> {
  const page = await context.newPage()
  const token = await signUp(page)
  const { uuid } = await api<{ uuid: string }>(token, 'GET', '/v1/users/me')
  for (let n = 0; n < EDITS; n++)
    await api(token, 'POST', '/v2/my/links/', { url: `${UNREACHABLE}-${n}` })
  await page.goto(`${server.origin}/splitlinks`)
  await page.locator('[data-link-row]').first().waitFor()
  await page.waitForLoadState('networkidle')
  const rows = [
    ['round', 'replay', 'bare', 'with keys', 'replay/bare', 'replay/keys', 'lost', 'doubled'],
  ]
  const ratios: [number, number][] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const patched = async (prefix: string, keyed: boolean) => {
      const links = await read(token)
      await page.goto(`${server.origin}/healthz`)
      return page.evaluate(patchBare, { links, prefix, token, keyed })
    }
    const bare = await patched(`bare ${round}`, false)
    const keyed = await patched(`keyed ${round}`, true)
    const links = await read(token)
    const prefix = `round ${round}`
    const { took, sent } = await replayed(page, { links, prefix, uuid, version: NATIVE_VERSION })
    const after = new Map((await read(token)).map((link) => [link.uuid, link.name]))
    const lost = links.filter((link, at) => after.get(link.uuid) !== `${prefix} ${at}`).length
    ratios.push([took / bare, took / keyed])
    const times = [took, bare, keyed].map((ms) => `${ms.toFixed(0)} ms`)
    rows.push([
      String(round),
      ...times,
      (took / bare).toFixed(2),
      (took / keyed).toFixed(2),
      String(lost),
      String(sent - EDITS),
    ])
  }
  const medians = [0, 1].map((at) => median(ratios.map((pair) => pair[at] ?? 0)).toFixed(2))
  rows.push(['median', '', '', '', ...medians, '', ''])
  return rows
}

const server = await RunningServer.start({ LOG_LEVEL: 'error' })
const browser = await chromium.launch({ executablePath: findBrowser().path })
try {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  printTable(`${EDITS} offline edits, sent by the app`, await measure(context))
} finally {
  await browser.close()
  await server.remove()
}
