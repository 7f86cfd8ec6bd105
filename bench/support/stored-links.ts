import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../server/platform/db/sql.ts'
import { connect } from '../../server/platform/db/client.ts'
import { runningEmbedded } from '../../server/platform/db/embedded/embedded.ts'

export type Totals = { counted: number; events: number; hours: number }

/** Opens the database of a running server. */
export async function openDatabase(dataDir: string): Promise<Sql> {
  const address = await runningEmbedded(dataDir)
  if (!address) throw new Error(`No database is running on ${dataDir}`)
  return connect(address, { max: 1 }).sql
}

/** Inserts links `c<from>` to `c<to>` of a hundred users, and one called `viral` if `from` is 0. */
export async function storeLinks(sql: Sql, from: number, to: number) {
  await sql`
    insert into users (email, password_hash)
    select 'bench' || n || '@people.example', 'none' from generate_series(1, 100) n
    on conflict do nothing`
  await sql`
    insert into links (user_id, short_code, name, url, host, meta_progress)
    select owners.ids[1 + n % 100], case n when 0 then 'viral' else 'c' || n end, 'Link ' || n,
      'http://shop.example/product/' || n || '?size=9&color=red', 'shop.example', 100
    from generate_series(${from}::int, ${to}::int) n,
      (select array_agg(id) as ids from users) owners`
  await sql`analyze links`
}

/**
 * Inserts links `b1` to `b<count>` to a brand, whose redirects contain the click's id, and links
 * `l1` to `l<count>` without a brand, whose URLs are as long.
 */
export async function storeBrandLinks(sql: Sql, count: number) {
  await sql`
    with brand as (
      insert into brands (name, click_param) values ('Shop', 'subid') returning id
    )
    insert into links (user_id, short_code, name, url, host, meta_progress, brand_id, treat_as_in_network)
    select owners.ids[1 + n % 100], 'b' || n, 'Link ' || n,
      'http://shop.example/product/' || n || '?size=9&color=red', 'shop.example', 100, brand.id, true
    from brand, generate_series(1, ${count}::int) n,
      (select array_agg(id) as ids from users) owners`
  await sql`
    insert into links (user_id, short_code, name, url, host, meta_progress)
    select owners.ids[1 + n % 100], 'l' || n, 'Link ' || n,
      'http://shop.example/product/' || n || '?size=9&color=red&subid=' || gen_random_uuid(),
      'shop.example', 100
    from generate_series(1, ${count}::int) n, (select array_agg(id) as ids from users) owners`
  await sql`analyze links`
}

/** Rules of which the last leads the visitors that the load generator sends. */
const FIVE_RULES = [
  { kind: 'language', values: ['de'] },
  { kind: 'system', values: ['android'] },
  { kind: 'device', values: ['desktop'] },
  { kind: 'query', values: ['size=9'] },
  { kind: 'referrer', values: ['instagram.com'] },
].map((condition, index) => ({
  id: `rule${index}`,
  target_url: `http://shop.example/rule/${index}`,
  conditions: [condition],
}))

/** Inserts links `r1` to `r<count>` with five rules each. */
export async function storeRuleLinks(sql: Sql, count: number) {
  await sql`
    insert into links (user_id, short_code, name, url, host, meta_progress, rules)
    select owners.ids[1 + n % 100], 'r' || n, 'Link ' || n,
      'http://shop.example/product/' || n || '?size=9&color=red', 'shop.example', 100,
      ${JSON.stringify(FIVE_RULES)}::text::jsonb
    from generate_series(1, ${count}::int) n, (select array_agg(id) as ids from users) owners`
  await sql`analyze links`
}

/**
 * Inserts verified domains of those users, which the redirect keeps in memory, each with a link
 * `lamp`.
 */
export async function storeDomains(sql: Sql, count: number) {
  await sql`
    insert into link_domains (user_id, domain, status, served_at)
    select owners.ids[1 + n % 100], 'links.d' || n || '.example', 'verified', now()
    from generate_series(1, ${count}::int) n, (select array_agg(id) as ids from users) owners`
  await sql`
    insert into links (user_id, domain_id, short_code, name, url, host, meta_progress)
    select user_id, id, 'lamp', 'Lamp', 'http://shop.example/product/' || id || '?size=9&color=red',
      'shop.example', 100
    from link_domains where status = 'verified' and user_id is not null`
  await sql`analyze links`
}

/** Inserts a published page with twenty links of one user. */
export async function storePage(sql: Sql, slug: string) {
  const [one] = await sql<[{ user_id: string }]>`select user_id from links limit 1`
  await sql`update links set user_id = ${one.user_id}`
  const [page] = await sql<[{ id: number }]>`
    insert into pages (user_id, slug, title, is_published)
    values (${one.user_id}, ${slug}, 'A page', true) returning id`
  const [section] = await sql<[{ id: number }]>`
    insert into sections (user_id, page_id, title, type)
    values (${one.user_id}, ${page.id}, 'Things', 'links') returning id`
  await sql`
    insert into section_links (section_id, link_id, position)
    select ${section.id}, id, row_number() over () from links limit 20`
}

/**
 * Waits until all stored clicks are counted. A server that starts after a crash counts them while
 * it already serves requests.
 */
export async function untilCounted(sql: Sql) {
  while ((await sql`select 1 from click_batches limit 1`).length > 0) await sleep(20)
}

/** Returns the totals of counters, single clicks and hours, which must agree. */
export async function totals(sql: Sql): Promise<Totals> {
  const [row] = await sql<[Totals]>`
    select
      (select coalesce(sum(human + "unique" + bot + preview + duplicate + own), 0)
        from link_clicks)::int as counted,
      (select count(*) + (select coalesce(sum(clicks), 0) from closed_clicks)
        from click_events)::int as events,
      (select coalesce(sum(clicks), 0) from click_hours)::int as hours`
  return row
}
