import { setImmediate } from 'node:timers/promises'
import type { Sql } from '../../server/platform/db/sql.ts'
import type { Click, ClickedLink } from '../../server/redirect/clicks/events.ts'
import type { Clicks } from '../../server/redirect/clicks/clicks.ts'
import { storeLinks } from './stored-links.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Number of the most visited links, which belong to one user. */
const POPULAR = 100
/** Number of recorded clicks after which the writer gets its turn. */
const SLICE = 1000

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const BOT = 'Googlebot/2.1'

// Each value is as frequent as it is listed.
const AGENTS = [...Array<string>(6).fill(PHONE), DESKTOP, DESKTOP, DESKTOP, BOT]
const REFERRERS = [
  ...Array<string>(4).fill('https://www.instagram.com/'),
  'https://www.tiktok.com/',
  'https://www.tiktok.com/',
  'https://www.youtube.com/',
  'https://blog.example/lamps',
  '',
  '',
]
const FACETS = ['', '', '', '', '', 'story||', 'story||', 'bio||', 'bio||', 'mail||']

const pick = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(Math.random() * items.length)] as Item

/**
 * Stores links `c1` to `c<count>`. Every fifth leads to a brand, and the first hundred belong to
 * `userId`. Returns them in this order.
 */
export async function storeMonthLinks(
  sql: Sql,
  count: number,
  userId: string,
): Promise<ClickedLink[]> {
  await storeLinks(sql, 1, count)
  await sql`
    update links set user_id = ${userId} where substr(short_code, 2)::int <= ${POPULAR}::int`
  await sql`
    with brand as (
      insert into brands (name, click_param) values ('Shop', 'subid') returning id
    )
    update links set brand_id = brand.id, treat_as_in_network = true
    from brand where substr(short_code, 2)::int % 5 = 0`
  return sql<ClickedLink[]>`
    select id as "linkId", user_id as "userId", brand_id as "brandId"
    from links order by substr(short_code, 2)::int`
}

/**
 * Records the clicks of one day in order of time, as redirects do. Link number n gets a share of
 * 1 / n. Three of ten clicks come from somebody who already clicked that day.
 */
export async function recordDay(
  clicks: Clicks,
  links: readonly ClickedLink[],
  { since, count }: { since: number; count: number },
): Promise<void> {
  const visitors = Math.ceil(count * 0.7)
  for (let n = 0; n < count; n += 1) {
    if (n % SLICE === 0) await setImmediate()
    if (clicks.isFull) await clicks.waitForSpace()
    const link = links[Math.floor(links.length ** Math.random()) - 1] as ClickedLink
    clicks.record(clickOn(link, since + Math.floor((n * DAY_MS) / count), visitors))
  }
  await clicks.settle()
}

function clickOn(link: ClickedLink, at: number, visitors: number): Click {
  const visitor = Math.floor(Math.random() * visitors)
  return {
    link,
    id: null,
    at,
    isHead: false,
    remote: `${11 + (visitor >> 24)}.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
    forwardedFor: '',
    userAgent: pick(AGENTS),
    referrer: pick(REFERRERS),
    widget: '',
    purpose: '',
    facets: pick(FACETS),
  }
}
