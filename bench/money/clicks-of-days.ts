import {
  insertDays,
  insertFacetDaysWithin,
  JOIN_FACETS,
} from '../../server/redirect/analytics/into-days.ts'
import { part, type Sql } from '../../server/platform/db/sql.ts'
import { signUp, type Person } from '#support/server/people.ts'
import { reachableAt } from '#support/server/hosts/requests.ts'

const LINKS = 200
const DAYS = 30
/** Number of distinct clicks. More clicks repeat the same ones, which saves counting them. */
const PERIOD = 600_600

const SUMS = part`
  coalesce(sum(times) filter (where click % 3 = 0), 0)::int as human,
  coalesce(sum(times) filter (where click % 3 <> 0), 0)::int as "unique",
  0 as bot, 0 as preview, 0 as duplicate, 0 as own,
  0 as orders, 0 as revenue_cents, 0 as commission_cents`

/**
 * Creates a user with this many clicks in thirty days on two hundred links. Each click
 * has a rule, and most have a source. The daily sums come
 * from the app's own SQL statement.
 */
export async function addClicksOfDays(origin: string, sql: Sql, clicks: number): Promise<Person> {
  const person = await signUp(reachableAt(origin))
  const { uuid } = person
  await sql`
    insert into links (user_id, short_code, name, url, host, meta_progress, tags)
    select ${uuid}, substr(${uuid}, 1, 8) || n, 'Link ' || n, 'http://shop.example/' || n,
      'shop.example', 100, case when n % 10 = 0 then '{spring}'::text[] else '{}' end
    from generate_series(1, ${LINKS}::int) as n`
  await sql`
    with own as (
      select id, row_number() over (order by id) - 1 as n from links where user_id = ${uuid}
    ),
    clicks as (
      select click, click % ${LINKS} as n,
        ${Math.floor(clicks / PERIOD)}::int + case when click < ${clicks % PERIOD}::int then 1 else 0 end as times,
        (now() at time zone 'UTC')::date - (click / 7 % ${DAYS}::int) as day,
        (array['instagram.com', 'youtube.com', 'tiktok.com', '', 'pinterest.com'])[1 + click / 3 % 5] as referrer,
        (array['phone', 'phone', 'desktop', 'tablet'])[1 + click / 11 % 4] as device,
        (array['US', 'DE', 'GB', ''])[1 + click / 13 % 4] as country,
        (array['story', 'bio', 'mail', 'qr', ''])[1 + click / 17 % 5] || '|'
          || (array['rule1', 'rule2', 'rule3', 'else'])[1 + click / 19 % 4] || '|'
          || (array['instagram', 'tiktok', '', ''])[1 + click / 23 % 4] as facets
      from generate_series(0, ${Math.min(clicks, PERIOD) - 1}::int) as click
    ),
    added as (
      select own.id as link_id, ${uuid}::uuid as user_id, day, referrer, device, country, ${SUMS}
      from clicks join own using (n)
      group by own.id, day, referrer, device, country
    ),
    faceted as (
      select own.id as link_id, ${uuid}::uuid as user_id, day, facet, value, ${SUMS}
      from clicks join own using (n) ${JOIN_FACETS}
      group by own.id, day, facet, value
    ), ${insertFacetDaysWithin}, ${insertDays}`
  return person
}
