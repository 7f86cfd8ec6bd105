import { MAX_VALIDATIONS, type CustomDomain } from '#contract/page/domains.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DomainRow } from './after-check.ts'
import { zoneOf } from './domain-name.ts'
import { cnameRecord, txtRecord } from './domain-records.ts'

/** Returns whether links can use the domain: it is verified and reachable. */
export const isActive = ({ status, servedAt }: Pick<DomainRow, 'status' | 'servedAt'>) =>
  status === 'verified' && servedAt !== null

export function toCustomDomain(
  { row, links }: { row: DomainRow; links: number },
  config: Config,
): CustomDomain {
  return {
    id: row.id,
    domain: row.domain,
    zone: zoneOf(row.domain),
    status: statusOf(row),
    problem: row.problem,
    validation_counter: row.validationCounter,
    max_validations: MAX_VALIDATIONS,
    dns: cnameRecord(row, config),
    txt: txtRecord(row),
    is_main: row.isMain && isActive(row),
    links,
    last_checked_at: row.lastCheckedAt?.toISOString() ?? null,
    next_check_at: row.nextCheckAt?.toISOString() ?? null,
  }
}

/** Returns the public status. A verified domain is pending until it is reachable. */
function statusOf(row: DomainRow): CustomDomain['status'] {
  // Domains with these states are never returned to a client.
  if (row.status === 'gone' || row.status === 'removed') return 'failed'
  if (row.status !== 'verified') return row.status
  return isActive(row) ? 'active' : 'pending'
}
