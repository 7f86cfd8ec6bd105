import { expect, type Page } from '@playwright/test'

/** Fetched behind the first screen; the last of them is the last of all (start.tsx). */
const BEHIND = ['problem-host', 'waiting-dialog', 'overlays']

/**
 * Waits until what an offline page needs has been fetched and run. That the network is idle says
 * nothing: on a busy machine the page may not have asked for it yet.
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
      // Resolves when the file and all that it needs have run.
      await Promise.all(files.map((url) => import(url)))
      return true
    }, BEHIND)
  await expect.poll(hasRun, { timeout: 30_000 }).toBe(true)
}
