import { part } from '../../platform/db/sql.ts'

const insertLinkDays = part`
    insert into link_days as known (link_id, user_id, day, referrer, device, country,
      human, "unique", bot, preview, duplicate, own, orders, revenue_cents, commission_cents)
    select link_id, user_id, day, referrer, device, country,
      human, "unique", bot, preview, duplicate, own, orders, revenue_cents, commission_cents
    from added where link_id is not null
    on conflict (link_id, day, referrer, device, country) do update set
      human = known.human + excluded.human,
      "unique" = known."unique" + excluded."unique",
      bot = known.bot + excluded.bot,
      preview = known.preview + excluded.preview,
      duplicate = known.duplicate + excluded.duplicate,
      own = known.own + excluded.own,
      orders = known.orders + excluded.orders,
      revenue_cents = known.revenue_cents + excluded.revenue_cents,
      commission_cents = known.commission_cents + excluded.commission_cents`

const insertUserDays = part`
  insert into user_days as known (user_id, dimension, day, value,
    human, "unique", bot, preview, duplicate, own, orders, revenue_cents, commission_cents)
  select user_id, dimension, day, value,
    sum(human), sum("unique"), sum(bot), sum(preview), sum(duplicate), sum(own),
    sum(orders), sum(revenue_cents), sum(commission_cents)
  from added cross join lateral (values ('all', ''), ('link', coalesce(link_id::text, '')),
    ('referrer', referrer), ('device', device), ('country', country)) as by_one (dimension, value)
  group by user_id, dimension, day, value
  on conflict (user_id, dimension, day, value) do update set
    human = known.human + excluded.human,
    "unique" = known."unique" + excluded."unique",
    bot = known.bot + excluded.bot,
    preview = known.preview + excluded.preview,
    duplicate = known.duplicate + excluded.duplicate,
    own = known.own + excluded.own,
    orders = known.orders + excluded.orders,
    revenue_cents = known.revenue_cents + excluded.revenue_cents,
    commission_cents = known.commission_cents + excluded.commission_cents`

/**
 * End of a statement. Needs `with added as (…)` before it, with one row per link, day, referrer,
 * device and country. Adds these rows to the daily sums of the link and of its owner. The link may
 * be null.
 */
export const insertDays = part`by_link as (${insertLinkDays}) ${insertUserDays}`

/** Same as `insertDays`, for use in the middle of a statement. */
export const insertDaysWithin = part`by_link as (${insertLinkDays}), by_person as (${insertUserDays})`
