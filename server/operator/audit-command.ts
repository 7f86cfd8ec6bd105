import { ConfigError } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { verifyEntries } from './actions/audit-log.ts'

/** Handles `audit verify`, which checks that no entry was changed, removed or moved. */
export function auditCommand([noun, verb, ...rest]: string[]):
  | (() => (db: Db) => Promise<string>)
  | undefined {
  if (noun !== 'audit' || verb !== 'verify' || rest.length > 0) return undefined
  return () => async (db) => {
    const { count, problems } = await verifyEntries(db)
    const entries = count === 1 ? '1 entry' : `${count} entries`
    if (problems.length === 0) return `The audit log is whole: ${entries}.`
    throw new ConfigError([`The audit log was tampered with (${entries}):`, ...problems].join('\n'))
  }
}
