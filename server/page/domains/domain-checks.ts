import { and, eq, sql } from 'drizzle-orm'
import type { DomainProblem } from '#contract/page/domains.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { isUniqueViolation } from '../../platform/db/unique.ts'
import { linkDomains, links } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { announceHostChange } from '../../links/host-changes.ts'
import { afterCheck, type DomainRow } from './after-check.ts'
import { httpsProbe, type Probe } from './domain-probe.ts'
import { missingRecord } from './domain-records.ts'
import { isActive } from './domains-presenter.ts'

/** Number of domains checked in parallel, because each check waits for the network. */
const BATCH_SIZE = 10
/** Time after which a claimed domain is due again, in case the server crashes during the check. */
const CLAIM_TIMEOUT = '10 minutes'

/**
 * Domain to check. `claim` identifies the claim: it is the `next_check_at` that the claim has set.
 * A text, because a Date would drop the microseconds.
 */
type DueDomain = { id: number; user_id: string; domain: string; token: string; claim: string }

/** Checks the domains that are due. Concurrent runs never claim the same domain. */
export const domainChecks: JobHandler<'domain-checks'> = (deps, _payload, signal) =>
  checkDue(deps, signal, httpsProbe(deps))

export async function checkDue(deps: Deps, signal: AbortSignal, probe: Probe): Promise<void> {
  for (let due = await claim(deps); due.length > 0; due = await claim(deps)) {
    if (signal.aborted) return
    await Promise.all(due.map((one) => checkOne(deps, one, signal, probe)))
  }
}

/** Checks one domain. An error is logged and does not stop the checks of the others. */
async function checkOne(
  deps: Deps,
  due: DueDomain,
  signal: AbortSignal,
  probe: Probe,
): Promise<void> {
  try {
    const missing = await missingRecord(due, deps.config)
    const problem = missing ?? ((await probe(due, signal)) ? null : 'certificate')
    await saveResult(deps, due, problem)
  } catch (error) {
    if (!signal.aborted)
      deps.log.error('could not check a custom domain', { domain: due.domain, error })
  }
}

/**
 * Saves the result of a check. If another user has verified the domain first, the problem is
 * 'taken'.
 */
async function saveResult(
  deps: Deps,
  due: DueDomain,
  problem: DomainProblem | null,
): Promise<void> {
  try {
    await saveChange(deps, due, problem)
  } catch (error) {
    if (!isUniqueViolation(error, 'link_domains_holder')) throw error
    await saveChange(deps, due, 'taken')
  }
}

async function saveChange(
  deps: Deps,
  due: DueDomain,
  problem: DomainProblem | null,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Lock order: the user before the domain, as in edits of links.
    const changeSeq = await nextChange(tx, due.user_id)
    // If the owner has restarted or renamed the domain meanwhile, this result is outdated. It must
    // not delay the new check.
    const isSame = and(eq(linkDomains.id, due.id), isClaimed(due))
    const [row] = await tx.select().from(linkDomains).where(isSame).for('update')
    if (!row) return
    const change = afterCheck(row, problem, new Date())
    await tx.update(linkDomains).set(change).where(isSame)
    await announceChange(tx, row, { ...row, ...change }, changeSeq)
  })
}

const isClaimed = ({ claim }: DueDomain) => sql`${linkDomains.nextCheckAt} = ${claim}::timestamptz`

/**
 * Notifies the redirect. If the short URLs of the links change, marks the links as changed, so that
 * the user's devices load them again.
 */
async function announceChange(tx: Tx, before: DomainRow, now: DomainRow, changeSeq: number) {
  if (before.status !== now.status) await announceHostChange(tx, now.domain)
  if (isActive(before) === isActive(now)) return
  await tx.update(links).set({ changeSeq }).where(eq(links.domainId, now.id))
}

async function claim({ db }: Deps): Promise<DueDomain[]> {
  return db.execute<DueDomain>(sql`
    with due as (
      select id from link_domains where next_check_at <= now() and user_id is not null
      order by next_check_at limit ${BATCH_SIZE} for update skip locked
    )
    update link_domains set next_check_at = now() + ${CLAIM_TIMEOUT}::interval from due
    where link_domains.id = due.id
    returning link_domains.id, user_id, domain, token, next_check_at::text as claim`)
}
