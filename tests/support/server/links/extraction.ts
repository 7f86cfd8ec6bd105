import { expect, vi } from 'vitest'
import type { ShortLink } from '#contract/links.ts'
import { readLink } from '../links.ts'
import type { Person } from '../people.ts'
import type { ShopSite } from '../hosts/shop-site.ts'
import type { TestServer } from '../test-app.ts'

/** Of a machine that does many other things. */
const PATIENCE = { timeout: 40_000, interval: 30 }

/** The link, once its page has been read. */
export const finished = (person: Person, link: ShortLink): Promise<ShortLink> =>
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

/** A page that answers when told to, each time it is asked. */
export function heldPage(site: ShopSite, path: string, head: string) {
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
