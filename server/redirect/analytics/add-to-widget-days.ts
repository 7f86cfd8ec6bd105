import { list } from '../../platform/db/array-literal.ts'
import type { WidgetCount } from '../clicks/widget-tallies.ts'
import type { TransactionSql } from '../../platform/db/sql.ts'

/**
 * Adds clicks to the daily sums of widgets, in the transaction that counts them and locks their
 * owners. Anyone can put any widget key into a URL, so a widget only counts clicks on links of its
 * owner.
 */
export async function addToWidgetDays(tx: TransactionSql, counts: WidgetCount[]): Promise<void> {
  if (counts.length === 0) return
  await tx`
    insert into widget_days as known (widget_id, day, human, "unique")
    select widgets.id, date '1970-01-01' + day, sum(human), sum("unique")
    from unnest(
      ${list(counts.map(({ key }) => key))}::text::text[],
      ${list(counts.map(({ userId }) => userId))}::text::uuid[],
      ${list(counts.map(({ day }) => day))}::text::int[],
      ${list(counts.map(({ human }) => human))}::text::int[],
      ${list(counts.map(({ unique }) => unique))}::text::int[]
    ) as counted (key, owner_id, day, human, "unique")
    join widgets on widgets.key = counted.key and widgets.user_id = owner_id
    group by widgets.id, day
    order by widgets.id, day
    on conflict (widget_id, day) do update set
      human = known.human + excluded.human,
      "unique" = known."unique" + excluded."unique"`
}
