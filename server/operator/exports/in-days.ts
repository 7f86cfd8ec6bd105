import type { ExportFilter } from '#contract/exports.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'

/**
 * Builds the condition that a time is within the requested days, in the user's time zone. The query
 * must join `users`.
 */
export const isInDays = (
  moment: SqlPart,
  { date_from, date_to }: Pick<ExportFilter, 'date_from' | 'date_to'>,
): SqlPart => part`
  (${date_from}::date is null
    or ${moment} >= ${date_from}::date::timestamp at time zone coalesce(users.time_zone, 'UTC'))
  and (${date_to}::date is null
    or ${moment} < (${date_to}::date + 1)::timestamp at time zone coalesce(users.time_zone, 'UTC'))`
