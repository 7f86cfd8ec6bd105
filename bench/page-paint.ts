// Measures when a first-time visitor with a slow phone sees a creator's page, and how many bytes it
// loads. Alternates with a minimal page of the same size. Prints ratios; it neither passes nor
// fails.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import { RunningServer } from '../tests/e2e/support/running-server.ts'
import { launch, ms, phone, signUp, slowDown } from './support/app-page.ts'
import { makePhotoPage } from './support/photo-page.ts'
import { median, printTable } from './support/table.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** Network conditions called "Slow 4G" in Lighthouse and browser tools. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 93_750,
}
/** Screen of a common phone. */
const PHONE = { deviceScaleFactor: 2.625, isMobile: true, hasTouch: true }

/** Loaded file. `box` is the displayed size of a picture in CSS pixels. */
type Part = {
  kind: 'page' | 'style' | 'picture' | 'font'
  url: string
  bytes: number
  seen: boolean
  box: [width: number, height: number]
}
type Seen = { paint: number; what: string; parts: Part[] }

const server = await RunningServer.start()
const browser = await launch()
try {
  const context = await phone(browser)
  const page = await context.newPage()
  const token = await signUp(page, server.origin, 'page@example.com')
  await makePhotoPage(server.origin, token, 'bench-page')
  await context.close()
  const address = `${server.origin}/p/bench-page`
  // The first request creates the picture sizes.
  const { parts } = await measurePage(browser, address)
  const bare = await serveBare(parts)
  const ours: Seen[] = []
  const theirs: Seen[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await measurePage(browser, address))
    theirs.push(await measurePage(browser, bare.origin))
  }
  bare.close()
  report(ours, theirs)
} finally {
  await browser.close()
  await server.remove()
}

function report(ours: Seen[], theirs: Seen[]) {
  const paint = (all: Seen[]) => median(all.map((one) => one.paint))
  const weight = (wanted: (part: Part) => boolean) =>
    (ours[0]?.parts ?? []).filter(wanted).reduce((sum, part) => sum + part.bytes, 0) / 1024
  printTable(`Creator's page, slow 4G, a quarter of the speed, median of ${ROUNDS}`, [
    ['largest paint', ms(paint(ours)), ours[0]?.what ?? ''],
    ['largest paint of a bare page with the same bytes', ms(paint(theirs)), theirs[0]?.what ?? ''],
    ['ratio', (paint(ours) / paint(theirs)).toFixed(2), 'limit 1.15, goal 1.05'],
    [
      'page and styles',
      kb(weight(({ kind }) => kind === 'page' || kind === 'style')),
      'limit 14 KB',
    ],
    [
      'pictures of the first screen',
      kb(weight(({ kind, seen }) => kind === 'picture' && seen)),
      'limit 120 KB',
    ],
    ['all pictures loaded', kb(weight(({ kind }) => kind === 'picture')), ''],
    ['fonts', kb(weight(({ kind }) => kind === 'font')), ''],
  ])
}

async function measurePage(browser: Browser, address: string): Promise<Seen> {
  const context = await phone(browser, PHONE)
  await context.addInitScript(watchPaint)
  const page = await context.newPage()
  await slowDown(page)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await page.goto(address, { waitUntil: 'load' })
  const seen = await readPaint(page)
  await context.close()
  return seen
}

function watchPaint() {
  const paint = { at: NaN, what: '' }
  Object.assign(window, { paint })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[])
      Object.assign(paint, { at: entry.startTime, what: entry.element?.tagName ?? '' })
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

function readPaint(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    const { at, what } = (window as unknown as { paint: { at: number; what: string } }).paint
    const boxes = new Map(
      [...document.images].map((image) => [image.currentSrc, image.getBoundingClientRect()]),
    )
    const [document_] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      paint: at,
      what,
      parts: [
        {
          kind: 'page' as const,
          url: location.href,
          bytes: document_?.transferSize ?? 0,
          seen: true,
          box: [0, 0] as [number, number],
        },
        ...loaded.map((entry) => {
          const box = boxes.get(entry.name)
          const other = entry.initiatorType === 'img' ? 'picture' : 'style'
          const kind: Part['kind'] = entry.name.includes('.woff2') ? 'font' : other
          return {
            kind,
            url: entry.name,
            bytes: entry.transferSize,
            seen: (box?.top ?? Infinity) < innerHeight,
            box: [box?.width ?? 0, box?.height ?? 0] as [number, number],
          }
        }),
      ],
    }
  })
}

/**
 * Serves a page with only a title in our font and the same pictures at the same size: the same
 * bytes to load, decode and paint.
 */
async function serveBare(parts: Part[]) {
  const files = await Promise.all(
    parts.filter(({ kind }) => kind === 'picture' || kind === 'font').map(fileOf),
  )
  const pageBytes = parts
    .filter(({ kind }) => kind === 'page' || kind === 'style')
    .reduce((all, { bytes }) => all + bytes, 0)
  const images = files
    .filter(({ kind }) => kind === 'picture')
    .map(
      ({ path, box: [width, height] }) => `<img src="${path}" width="${width}" height="${height}">`,
    )
    .join('')
  const font = files.find(({ kind }) => kind === 'font')
  const type = `@font-face{font-family:Ours;src:url(${font?.path}) format('woff2');font-display:swap}h1{font-family:Ours}`
  const html = `<!doctype html><meta name="viewport" content="width=device-width"><style>${type}</style><h1>Bare</h1>${images}<!--${incompressibleText(pageBytes)}-->`
  const server = createServer((request, response) => {
    const file = files.find(({ path }) => path === request.url)
    const body = file?.body ?? Buffer.from(html)
    const contentType = file?.type ?? 'text/html'
    response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': body.length })
    response.end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}

/** Downloads a file from our server, for the minimal page. */
async function fileOf(part: Part, n: number) {
  const answer = await fetch(part.url, { headers: { Accept: 'image/avif,image/webp,*/*' } })
  const body = Buffer.from(await answer.arrayBuffer())
  return { ...part, path: `/${n}`, body, type: answer.headers.get('Content-Type') ?? '' }
}

/** Returns text that does not compress. */
function incompressibleText(bytes: number): string {
  const random = randomBytes(Math.max(1, Math.round(bytes))).toString('latin1')
  return random.replaceAll(/[^!-)+-~]/g, 'x')
}

function kb(value: number): string {
  return `${value.toFixed(1)} KB`
}
