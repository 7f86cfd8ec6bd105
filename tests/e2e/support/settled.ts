import { expect, type Page } from '@playwright/test'

/** Chunks fetched after the first screen. The last one is fetched last (start.tsx). */
const BEHIND = ['problem-host', 'waiting-dialog', 'overlays']

/**
 * Waits until the chunks that an offline page needs have been fetched and run. Waiting for an idle
 * network is not enough: on a busy machine the page may not have requested them yet.
 */
export async function settled(page: Page) {
  const hasRun = () =>
    page.evaluate(async (names) => {
      const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
      const files = names.flatMap((name) =>
        fetched
          .filter((url) => new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`).test(url))
          .slice(0, 1),
      )
      if (files.length < names.length) return false
      // An import resolves after the file and its imports have run.
      await Promise.all(files.map((url) => import(url)))
      return true
    }, BEHIND)
  await expect.poll(hasRun, { timeout: 30_000 }).toBe(true)
}
