import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { SERVER_SURFACES } from '#contract/surfaces.ts'
import type { FlakyNetwork } from '../support/flaky-network.ts'
import { expect, test } from '../support/fronted.ts'
import { disconnect, goOnline } from '../support/offline.ts'
import { workerReady } from '../support/worker.ts'

const countLoads = (page: Page) => {
  let loads = 0
  page.on('load', () => (loads += 1))
  return () => loads
}

const prompt = (page: Page) => page.getByText('A new version is ready')
const look = (page: Page) =>
  page.evaluate(async () => {
    const found = await (await navigator.serviceWorker.ready).update()
    const worker = found.installing
    if (!worker) return
    await new Promise<void>((resolve) => {
      worker.addEventListener('statechange', () => {
        if (worker.state !== 'installing') resolve()
      })
    })
  })

/**
 * Returns the script of another build of the service worker. `precached` adds a file to its
 * precache list.
 */
async function buildOf(name: string, precached?: string) {
  const script = await readFile('dist/app/sw.js', 'utf8')
  const first = '{"revision":'
  const at = script.indexOf(first)
  if (at < 0) throw new Error('no precache list in sw.js')
  const entry = precached ? `{"revision":"${name}","url":"${precached}"},` : ''
  return `${script.slice(0, at)}${entry}${script.slice(at)}\n// ${name}`
}

const serveWorker = (front: FlakyNetwork, body: () => string) =>
  front.rule(({ pathname }) =>
    pathname === '/sw.js'
      ? {
          headers: { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' },
          body: body(),
        }
      : undefined,
  )

test('alternating builds reload once, on a tap (offline 2)', async ({ page, front, openApp }) => {
  await openApp('/splitlinks')
  await workerReady(page)
  const builds = await Promise.all(['one', 'two'].map((name) => buildOf(name)))
  let turn = 0
  serveWorker(front, () => builds[(turn += 1) % 2] ?? '')
  const loads = countLoads(page)
  for (let i = 0; i < 6; i += 1) await look(page)
  await expect(prompt(page)).toBeVisible()
  expect(turn).toBeGreaterThanOrEqual(6)
  expect(loads()).toBe(0)
  await page.getByRole('button', { name: 'Reload' }).first().click()
  await expect.poll(loads).toBe(1)
  await workerReady(page)
  for (let i = 0; i < 4; i += 1) await look(page)
  expect(loads()).toBe(1)
})

test('an incomplete build is refused (offline 4)', async ({ page, front, openSaved }) => {
  await openSaved('Kept lamp')
  let served = await buildOf('broken', 'assets/missing-12345678.js')
  serveWorker(front, () => served)
  await look(page)
  await expect
    .poll(() => front.seen.some(({ pathname }) => pathname.includes('missing-12345678')))
    .toBe(true)
  await expect(prompt(page)).toHaveCount(0)
  await disconnect(page)
  await page.reload()
  await page.getByRole('button', { name: 'Use saved copy' }).click()
  await expect(page.getByText('Kept lamp')).toBeVisible()
  await goOnline(page)
  served = await buildOf('good')
  await look(page)
  await expect(prompt(page)).toBeVisible()
})

test('redirects are never cached (offline 5, 32)', async ({ page, front, openApp }) => {
  front.rule(({ pathname }) =>
    pathname === '/index.html' ? { status: 301, headers: { Location: '/' } } : undefined,
  )
  front.rule(({ pathname }) =>
    pathname === '/media/moved.webp'
      ? { status: 302, headers: { Location: '/icons/icon-192.png' } }
      : undefined,
  )
  await openApp('/splitlinks')
  await workerReady(page)
  const cached = await page.evaluate(async () => {
    await fetch('/media/moved.webp')
    const names = await caches.keys()
    const all = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name)
        const keys = await cache.keys()
        return Promise.all(
          keys.map(async ({ url }) => ({ url, redirected: (await cache.match(url))?.redirected })),
        )
      }),
    )
    return all.flat()
  })
  expect(cached.some(({ url }) => url.includes('/index.html'))).toBe(true)
  expect(cached.filter(({ redirected }) => redirected)).toEqual([])
  expect(cached.filter(({ url }) => url.includes('moved.webp'))).toEqual([])
  await disconnect(page)
  const answer = await page.goto('/rank')
  expect(answer?.status()).toBe(200)
  await expect(page.getByText('No internet connection')).toBeVisible()
})

test('the worker does not answer pages of the server (R-598, offline 23)', async ({
  page,
  front,
  openApp,
}) => {
  await openApp('/splitlinks')
  await workerReady(page)
  const surfaces = SERVER_SURFACES.map((first) => `/${first}/none`)
  surfaces.push('/multi-connect/login', '/v2/accounts/connect_with_instagram/callback/?code=x')
  for (const path of surfaces) {
    front.clear()
    await page.evaluate(async (url) => {
      const frame = document.createElement('iframe')
      frame.hidden = true
      // Sends a navigation request without leaving the page. A page that must not be framed loads
      // empty.
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      frame.src = url
      document.body.append(frame)
      await loaded
      frame.remove()
    }, path)
    expect(front.seen.map(({ pathname }) => pathname)).toContain(path.split('?')[0])
  }
})

test('built files are requested once (offline 33)', async ({ page, request }) => {
  const caching = async (path: string) => (await request.get(path)).headers()['cache-control'] ?? ''
  await page.goto('/')
  for (const path of ['/sw.js', '/', '/splitlinks', '/manifest.webmanifest'])
    expect(await caching(path), path).toContain('no-cache')
  const scripts = /assets\/[\w.-]+\.js/g
  const built = (await (await request.get('/')).text()).match(scripts) ?? []
  expect(built.length).toBeGreaterThan(0)
  for (const path of built) expect(await caching(`/${path}`), path).toContain('immutable')
})
