/**
 * Features that not every PostgreSQL-compatible database has, and how our code and the queue's code
 * use them.
 */
export const NEEDS: Record<string, RegExp> = {
  'session advisory locks': /pg_(try_)?advisory_(un)?lock/,
  'advisory locks in a transaction': /pg_(try_)?advisory_xact_lock/,
  'LISTEN and NOTIFY': /pg_notify\(|`listen \$|^\s*listen "/im,
  'deferred triggers': /initially deferred/i,
  'triggers in PL/pgSQL': /create (constraint )?trigger/i,
  'code in DO': /^do \$\$/im,
  'SKIP LOCKED': /skip locked|skipLocked/i,
  'COPY FROM STDIN': /copyIn\(\s*['"`]|from stdin/i,
  'COPY TO STDOUT': /to stdout/i,
  'sequences that only count up': /\b(throughId|lastItemId)\b/,
  'setting a sequence': /\bsetval\(/,
  cursors: /from 'pg-cursor'/,
  'cancelling a statement': /pg_cancel_backend/,
  'GIN indexes': /using gin/i,
  'materialized CTEs': /as materialized/i,
  'the catalog': /\bpg_(class|constraint|depend|trigger|index|attribute)\b/,
  'list of sessions': /pg_stat_activity|pg_locks/,
  'the size of the database': /pg_database_size/,
  'order by bytes': /collate "C"/,
  'asynchronous commits': /synchronous_commit/,
  'row locations': /\bctid\b/,
  'detection of new rows': /\bxmax\b/,
  'repeatable read': /repeatable read/i,
  'settings of one transaction': /\bset local\b|set_config\(/i,
  'transaction ids': /\b(txid_|pg_current_(xact|snapshot|wal)|pg_snapshot_)|\bxmin\b/i,
  'process id of a session': /pg_backend_pid/,
  'hashes of text': /hashtext(extended)?\(/,
}

/** Features that none of our statements uses. */
export const NOT_NEEDED: Record<string, RegExp> = {
  extensions: /create extension/i,
  'partitioned tables': /partition by (range|list|hash)/i,
  'temporary tables': /create (global |local )?temp(orary)? table|on commit drop/i,
  'unlogged tables': /create unlogged table/i,
  'two-phase commits': /prepare transaction|commit prepared/i,
  'old values in RETURNING': /returning (with )?\(?old\b/i,
  MERGE: /\bmerge into\b/i,
  TABLESAMPLE: /\btablesample\b/i,
  'disabled triggers': /session_replication_role|disable trigger/i,
  'large objects': /\blo_(create|import|export|get|put)\b/i,
  'full text search': /to_tsvector|to_tsquery|websearch_to_tsquery/i,
  serializable: /isolation level serializable/i,
}
