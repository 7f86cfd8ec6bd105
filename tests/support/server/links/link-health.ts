import { beforeEach } from 'vitest'
import { round } from '../../../../server/links/link-checks/rounds.ts'
import { newCreatorPerTest } from '../creator.ts'
import { html, startShopSite, type ShopSite } from '../hosts/shop-site.ts'
import { readLink } from '../links.ts'
import { addLink, type StoredLink } from './short-links.ts'
import type { TestServer } from '../test-app.ts'

const { signal } = new AbortController()

/** Runs a round without pauses between requests. */
export const quickRound = ({ deps }: TestServer) => round(deps, signal, 0)

/**
 * Returns a user and a shop's site, which are new before each test, and ways to add links and to read
 * what their checks found.
 */
export function checkedPersonPerTest(server: TestServer) {
  const ana = newCreatorPerTest(server)
  const site = {} as ShopSite
  beforeEach(async () => {
    Object.assign(site, await startShopSite())
    return () => site.stop()
  })
  return {
    ana,
    site,
    linkTo: (url: string, more: object = {}) =>
      addLink(server, { userId: ana.uuid, name: 'Hats', url, host: new URL(url).host, ...more }),
    healthOf: async (link: StoredLink) =>
      (await readLink(ana, { uuid: link.id })).health?.problem ?? null,
  }
}

/** Makes only these links due. */
export async function makeOnlyDue({ deps }: TestServer, links: StoredLink[]) {
  const { sql } = deps
  await sql`update link_health set due_at = now() + interval '1 day'`
  for (const { id } of links) {
    await sql`
      insert into link_health (link_id, due_at) values (${id}, now() - interval '1 minute')
      on conflict (link_id) do update set due_at = excluded.due_at`
  }
}

/** Runs a round in which only this link is due. */
export async function checkOnly(server: TestServer, link: StoredLink) {
  await makeOnlyDue(server, [link])
  await quickRound(server)
}

/** Moves the link's last check a day into the past. */
export const passHealthDay = ({ deps }: TestServer, link: StoredLink) => deps.sql`
  update link_health set suspected_at = suspected_at - interval '1 day',
    checked_at = checked_at - interval '1 day' where link_id = ${link.id}`

export async function checkOnlyTwice(server: TestServer, link: StoredLink) {
  await checkOnly(server, link)
  await passHealthDay(server, link)
  await checkOnly(server, link)
}

export const product = (availability: string) =>
  html(
    `<title>Hat</title><script type="application/ld+json">${JSON.stringify({
      '@type': 'Product',
      name: 'Hat',
      offers: [{ '@type': 'Offer', availability }],
    })}</script>`,
  )
