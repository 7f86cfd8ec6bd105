import type { Invariant } from './laws.ts'

/** Invariants of orders and commissions, checked over all entries. */
export const ORDER_INVARIANTS: Record<string, Invariant> = {
  'every transaction adds up to zero': (sql) => sql`
    select transaction_id, sum(cents) as cents from ledger_entries
    group by transaction_id having sum(cents) <> 0`,

  'each order is counted once': (sql) => sql`
    select order_id, count(*) as times from conversions
    group by kind, brand_id, order_id, case when kind = 'bonus' then user_id end
    having count(*) > 1`,

  'each order is recorded once': (sql) => sql`
    select conversions.id, count(conversion_changes.id) as times
    from conversions left join conversion_changes
      on conversion_id = conversions.id and what = 'recorded'
    group by conversions.id having count(conversion_changes.id) <> 1`,

  'an order stands in one account, with what its row says': (sql) => sql`
    with booked as (
      select reference, account, sum(cents) as cents from ledger_entries
      join users on users.id = owner where reference like 'conversion:%'
      group by reference, account having sum(cents) <> 0
    )
    select conversions.id, state, posted_cents, booked.account, booked.cents
    from conversions full join booked on booked.reference = 'conversion:' || conversions.id
    where coalesce(booked.cents, 0) <> coalesce(posted_cents, 0)
      or (booked.cents is not null and booked.account is distinct from conversions.account)`,

  'its changes tell how it came to that': (sql) => sql`
    select conversions.id, posted_cents, sum(cents) as told
    from conversions join conversion_changes on conversion_id = conversions.id
    group by conversions.id having sum(cents) <> posted_cents`,

  'a brand owes what its orders cost less what it has paid': (sql) => sql`
    select brands.id, paid.cents as paid, cost.cents as cost, booked.cents as booked from brands
    cross join lateral (select coalesce(sum(cents), 0) as cents from settlements
      where brand_id = brands.id) as paid
    cross join lateral (select coalesce(sum(posted_fee_cents), 0) as cents from conversions
      where brand_id = brands.id) as cost
    cross join lateral (select coalesce(sum(cents), 0) as cents from ledger_entries
      where owner = brands.id) as booked
    where booked.cents <> paid.cents - cost.cents`,

  'what is within reach of people was paid by its brand, or is guaranteed': (sql) => sql`
    select id, funded_at, funded_cents, fee_cents from conversions
    where state = 'available' and brand_id is not null and not guaranteed
      and (funded_at is null or funded_cents <> fee_cents)`,

  'no brand covers more than it has paid': (sql) => sql`
    select brands.id, paid.cents as paid, used.cents as used from brands
    cross join lateral (select coalesce(sum(cents), 0) as cents from settlements
      where brand_id = brands.id) as paid
    cross join lateral (select coalesce(sum(greatest(funded_cents,
        case when state = 'available' then posted_cents else 0 end)), 0) as cents
      from conversions where brand_id = brands.id and not guaranteed) as used
    where used.cents > paid.cents`,

  'what a brand has paid and used is added up right': (sql) => sql`
    select brands.id, settled_cents, paid.cents as paid, funded_cents, used.cents as used from brands
    left join brand_funds on brand_id = brands.id
    cross join lateral (select coalesce(sum(cents), 0) as cents from settlements
      where brand_id = brands.id) as paid
    cross join lateral (select coalesce(sum(funded_cents), 0) as cents from conversions
      where brand_id = brands.id) as used
    where coalesce(settled_cents, 0) <> paid.cents or coalesce(funded_cents, 0) <> used.cents`,

  'what counts towards a bonus is added up right': (sql) => sql`
    with sold as (
      select user_id, sum(base_cents) as cents from conversions
      where kind = 'commission' and return_passed and state in ('approved', 'available')
      group by user_id
    )
    select user_id, known.cents as known, sold.cents as sold
    from bonus_sales as known full join sold using (user_id)
    where coalesce(known.cents, 0) <> coalesce(sold.cents, 0)`,

  'no hold is without a rule, a sentence and a day to look again': (sql) => sql`
    select id, hold_rule, hold_look_at from conversions
    where state = 'held' and (hold_rule is null or hold_look_at is null or not exists (
      select from conversion_changes where conversion_id = conversions.id and why <> ''))`,

  'a word against a hold is kept': (sql) => sql`
    select id from conversions where (appeal = '') <> (appealed_at is null)`,

  'days, links and orders say the same': (sql) => sql`
    with right_sums as (
      select user_id, count(*) as orders, sum(base_cents) as revenue, sum(posted_cents) as commission
      from conversions where kind = 'commission' and state <> 'reversed' group by user_id
    ),
    told as (
      select 'days of people' as which, user_id, sum(orders) as orders,
        sum(revenue_cents) as revenue, sum(commission_cents) as commission
      from user_days where dimension = 'all' group by user_id
      union all
      select 'days of links', user_id, sum(orders), sum(revenue_cents), sum(commission_cents)
      from link_days group by user_id
      union all
      select 'differences', user_id, sum(orders), sum(revenue_cents), sum(commission_cents)
      from order_differences group by user_id
    )
    select users.id, which.name, told.orders, right_sums.orders as right_orders,
      told.commission, right_sums.commission as right_commission
    from users
    cross join (values ('days of people'), ('days of links'), ('differences')) as which (name)
    left join right_sums on right_sums.user_id = users.id
    left join told on told.user_id = users.id and told.which = which.name
    where coalesce(told.orders, 0) <> coalesce(right_sums.orders, 0)
      or coalesce(told.revenue, 0) <> coalesce(right_sums.revenue, 0)
      or coalesce(told.commission, 0) <> coalesce(right_sums.commission, 0)`,

  'what links have earned is what their orders have': (sql) => sql`
    select links.id, links.commission_cents, sum(posted_cents) as right_cents from links
    left join conversions on link_id = links.id
    group by links.id
    having links.commission_cents <> coalesce(sum(posted_cents), 0)
      or links.revenue_cents <> coalesce(sum(base_cents) filter (where state <> 'reversed'), 0)`,
}
