import { part, type SqlPart } from '../../platform/db/sql.ts'

/** Builds the text of a time in UTC, such as `2026-05-12T10:00:00Z`. */
export const utcText = (moment: SqlPart): SqlPart =>
  part`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
