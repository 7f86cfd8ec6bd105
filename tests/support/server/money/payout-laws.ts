import type { Invariant } from './laws.ts'

/** Invariants of balances, payout requests and gift cards. */
export const PAYOUT_INVARIANTS: Record<string, Invariant> = {
  'what was earned for good is available, asked for or paid': (sql) => sql`
    select users.id, earned.cents as earned, has.cents as has from users
    cross join lateral (select coalesce(sum(posted_cents), 0) as cents from conversions
      where user_id = users.id and state = 'available') as earned
    cross join lateral (select coalesce(sum(cents), 0) as cents from ledger_entries
      where owner = users.id and account in ('available', 'reserved', 'paid', 'charity')) as has
    where earned.cents <> has.cents`,

  'nothing but what is available is ever below zero': (sql) => sql`
    select owner, account, sum(cents) as cents from ledger_entries join users on users.id = owner
    where account <> 'available' group by owner, account having sum(cents) < 0`,

  'only something that was taken back brings a balance below zero': (sql) => sql`
    select owner, sum(cents) as cents from ledger_entries join users on users.id = owner
    where account = 'available' group by owner
    having sum(cents) < 0 and not bool_or(cents < 0 and kind in ('reversed', 'refund', 'approved'))`,

  'a balance below zero has no request that waits outside a batch': (sql) => sql`
    select id, state, cents from redemptions
    where state in ('requested', 'in_review') and user_id in (
      select owner from ledger_entries where account = 'available'
      group by owner having sum(cents) < 0)`,

  'a request stands in one account, with what its row says': (sql) => sql`
    with booked as (
      select reference, account, sum(cents) as cents from ledger_entries
      where reference like 'redemption:%' and account <> 'available'
      group by reference, account having sum(cents) <> 0
    )
    select redemptions.id, state, kind, redemptions.cents, booked.account, booked.cents as booked
    from redemptions full join booked on booked.reference = 'redemption:' || redemptions.id
    where coalesce(booked.cents, 0) <>
        case when state in ('returned', 'rejected') then 0 else redemptions.cents end
      or booked.account is distinct from case
        when state in ('returned', 'rejected') then null
        when state <> 'paid' then 'reserved'
        when kind = 'charity' then 'charity' else 'paid' end`,

  'nobody is paid twice for one request': (sql) => sql`
    select redemption_id, state, count(*) as times from redemption_changes
    where state in ('paid', 'returned', 'rejected', 'processing')
    group by redemption_id, state having count(*) > 1`,

  'a list of payouts holds nothing below a cent': (sql) => sql`
    select id, cents, batch_id from redemptions
    where cents <= 0 and (batch_id is not null or state <> 'rejected')`,

  'who has a gift card has one, and nobody else holds one': (sql) => sql`
    select redemptions.id, kind, state, count(vouchers.id) as cards
    from redemptions left join vouchers on vouchers.redemption_id = redemptions.id
    group by redemptions.id
    having count(vouchers.id) <>
      case when kind = 'voucher' and state in ('in_review', 'paid') then 1 else 0 end`,

  'a gift card costs what it is worth': (sql) => sql`
    select redemptions.id, cents, value_cents from redemptions
    join vouchers on vouchers.redemption_id = redemptions.id where cents <> value_cents`,
}
