import type { Named } from '../sql.ts'

/** Identity and progress of a primary or a replica. */
export type Standing = {
  isStandby: boolean
  /** Cluster and database. A replica has the values of its primary. */
  identity: string
  /** Number that changes when a replica becomes the primary. */
  timeline: number
  /** Position in the write-ahead log: written by a primary, applied by a replica. */
  position: bigint
  /** Whether a transaction is written to the log before its COMMIT is answered. */
  isWrittenFirst: boolean
  /** Time since the last transaction that a replica has applied. Grows while there are none. */
  idleSeconds: number | null
}

type Row = {
  standby: boolean
  identity: string
  timeline: number
  position: string | null
  commit: string
  idle: number | null
}

/** Reads the standing of a database. */
export async function readStanding(named: Named): Promise<Standing> {
  const [row] = await named('standing')<Row[]>`
  select pg_is_in_recovery() as standby,
    (select system_identifier from pg_control_system()) || '/' ||
      (select oid from pg_database where datname = current_database()) as identity,
    -- A new primary writes its number into the names of its log files at once.
    case when pg_is_in_recovery() then (select timeline_id from pg_control_checkpoint())
      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
    (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
      - '0/0'::pg_lsn)::text as position,
    current_setting('synchronous_commit') as commit,
    extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 as idle`
  if (!row) throw new Error('no standing')
  return {
    isStandby: row.standby,
    identity: row.identity,
    timeline: row.timeline,
    position: BigInt(row.position ?? 0),
    isWrittenFirst: row.commit !== 'off',
    idleSeconds: row.idle,
  }
}

/** Returns why a database cannot be used as a replica of a primary; null if it can. */
export function mismatchOf(primary: Standing, replica: Standing): string | null {
  if (!replica.isStandby || replica.identity !== primary.identity)
    return 'it is not a replica of the database of DATABASE_URL'
  if (replica.timeline !== primary.timeline)
    return 'it has not made a checkpoint since the primary changed'
  return primary.isWrittenFirst ? null : 'synchronous_commit is off at the primary'
}
