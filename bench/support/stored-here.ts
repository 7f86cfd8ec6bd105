import type { BrowserContext, Page } from '@playwright/test'

export type StoredHere = { links: number; whole: boolean }

/** Returns what the local copy in this browser contains. */
export const storedHere = (page: Page) => page.evaluate(stored)

async function stored(): Promise<StoredHere> {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  const name = names.find((one) => /^split-.*-.*-/.test(one))
  if (!name) return { links: 0, whole: false }
  const opening = indexedDB.open(name)
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () =>
      reject(new Error('The local database cannot be opened')),
    )
  })
  try {
    const transaction = db.transaction(['links', 'lists'])
    const counting = transaction.objectStore('links').count()
    const reading = transaction.objectStore('lists').get('links')
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    const list = reading.result as { syncedAt: number | null } | undefined
    return { links: counting.result, whole: list?.syncedAt != null }
  } finally {
    db.close()
  }
}

/**
 * Counts stored links in the page at the moment when the first row appears. A query from outside
 * would reach a slowed page hundreds of rows later.
 */
export const watchFirstRow = (context: BrowserContext) =>
  context.addInitScript(`new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-link-row]')) return
    observer.disconnect()
    globalThis.atFirstRow = (${stored.toString()})()
  }).observe(document, { childList: true, subtree: true })`)

export const storedAtFirstRow = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { atFirstRow: Promise<StoredHere> }).atFirstRow)

export async function untilWhole(page: Page): Promise<StoredHere> {
  for (;;) {
    const stored = await storedHere(page)
    if (stored.whole) return stored
    await page.waitForTimeout(200)
  }
}

/** Runs in the page: records the tables of written rows, and measures the longest task. */
export function watchWork() {
  const work = { writes: [] as string[], starting: 0, importing: 0 }
  Object.assign(window, { work })
  for (const method of ['put', 'add', 'delete'] as const) {
    // oxlint-disable-next-line typescript/unbound-method -- it is given its `this` below
    const original = IDBObjectStore.prototype[method] as (...args: unknown[]) => IDBRequest
    Object.assign(IDBObjectStore.prototype, {
      [method](this: IDBObjectStore, ...args: unknown[]) {
        work.writes.push(this.name)
        return original.apply(this, args)
      },
    })
  }
  new PerformanceObserver((list) => {
    for (const { duration, startTime } of list.getEntries()) {
      // Before the list, the browser's own start and the app's first run are included. The first row
      // may be one of the saved page, which is drawn before the app runs.
      const [drawn] = performance.getEntriesByName('list')
      const when = drawn && startTime > drawn.startTime ? 'importing' : 'starting'
      work[when] = Math.max(work[when], duration)
    }
  }).observe({ type: 'longtask', buffered: true })
}

type Work = { writes: string[]; starting: number; importing: number }

/**
 * Returns what was recorded. `starting` and `importing` are the longest tasks before and after the
 * rows of the app were drawn.
 */
export const workDone = (page: Page) =>
  page.evaluate(() => (window as unknown as { work: Work }).work)

/** Deletes the local data, so that the next start is a first one. */
export const forgetMirror = (page: Page) => page.evaluate(forget)

async function forget() {
  for (const { name = '' } of await indexedDB.databases())
    if (/^split-.*-.*-/.test(name)) indexedDB.deleteDatabase(name)
}
