import { expect, vi } from 'vitest'
import type { ShortLink } from '#contract/links/short-link.ts'
import { readLink } from '../links.ts'
import type { Person } from '../people.ts'
import type { ShopSite } from '../hosts/shop-site.ts'
import type { TestServer } from '../test-app.ts'

/** Timeout for a busy machine. */
const PATIENCE = { timeout: 40_000, interval: 30 }

/** Waits until the link's target page was read. Returns the link. */
export const waitForPage = (person: Person, link: ShortLink): Promise<ShortLink> =>
  vi.waitFor(async () => {
    const now = await readLink(person, link)
    expect(now.meta_extraction_progress).toBe(100)
    return now
  }, PATIENCE)

export const allJobsDone = (server: TestServer) =>
  vi.waitFor(async () => {
    const jobs = await server.deps.sql`select 1 from graphile_worker._private_jobs`
    expect(jobs).toHaveLength(0)
  }, PATIENCE)

export const og = (title: string, image?: string) =>
  `<meta property="og:title" content="${title}">` +
  (image === undefined ? '' : `<meta property="og:image" content="${image}">`)

/** Adds a page whose answers wait until the test releases them. */
export function addHeldPage(site: ShopSite, path: string, head: string) {
  const held: (() => void)[] = []
  const url = site.put(path, (_, response) => {
    held.push(() => response.writeHead(200, { 'Content-Type': 'text/html' }).end(head))
  })
  const asked = (times = 1) =>
    vi.waitFor(
      () => expect(site.paths().filter((asked) => asked === path)).toHaveLength(times),
      PATIENCE,
    )
  return { url, asked, release: () => held.shift()?.() }
}
