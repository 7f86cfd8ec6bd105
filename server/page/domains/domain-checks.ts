import { and, eq, sql } from 'drizzle-orm'
import type { DomainProblem } from '#contract/domains.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { isTaken } from '../../platform/db/unique.ts'
import { linkDomains, links } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'
import { hostChanged } from '../../redirect/own-hosts.ts'
import { afterCheck, type DomainRow } from './after-check.ts'
import { httpsProbe, type Probe } from './domain-probe.ts'
import { missingRecord } from './domain-records.ts'
import { isActive } from './domains-presenter.ts'

/** Each waits for the network, so they are looked at together. */
const AT_ONCE = 10
/** What was claimed comes again after this, should the server die meanwhile. */
const CLAIM = '10 minutes'

/** `claim`: as the database writes the moment, to the microsecond. */
type Due = { id: number; user_id: string; domain: string; token: string; claim: string }

/** Looks at the domains that are due. Rounds of several processes never take the same one. */
export const domainChecks: JobHandler<'domain-checks'> = (deps, _payload, signal) =>
  checkDue(deps, signal, httpsProbe(deps))

export async function checkDue(deps: Deps, signal: AbortSignal, probe: Probe): Promise<void> {
  for (let due = await claim(deps); due.length > 0; due = await claim(deps)) {
    if (signal.aborted) return
    await Promise.all(due.map((one) => checkOne(deps, one, signal, probe)))
  }
}

/** One that cannot be checked must not end the round for the others. */
async function checkOne(deps: Deps, due: Due, signal: AbortSignal, probe: Probe): Promise<void> {
  try {
    const missing = await missingRecord(due, deps.config)
    const problem = missing ?? ((await probe(due, signal)) ? null : 'certificate')
    await record(deps, due, problem)
  } catch (error) {
    if (!signal.aborted) deps.log.error('domain not checked', { domain: due.domain, error })
  }
}

/** Who comes second has the right records and not the name. */
async function record(deps: Deps, due: Due, problem: DomainProblem | null): Promise<void> {
  try {
    await write(deps, due, problem)
  } catch (error) {
    if (!isTaken(error, 'link_domains_holder')) throw error
    await write(deps, due, 'taken')
  }
}

async function write(deps: Deps, due: Due, problem: DomainProblem | null): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // First, as everywhere: whoever edits a link locks its person before the domain.
    const changeSeq = await nextChange(tx, due.user_id)
    // Its owner may have started again meanwhile, or typed another name: what was seen before says
    // nothing of that, and must not put off the check that is due then.
    const isSame = and(eq(linkDomains.id, due.id), isClaimed(due))
    const [row] = await tx.select().from(linkDomains).where(isSame).for('update')
    if (!row) return
    const change = afterCheck(row, problem, new Date())
    await tx.update(linkDomains).set(change).where(isSame)
    await changedHands(tx, row, { ...row, ...change }, changeSeq)
  })
}

const isClaimed = ({ claim }: Due) => sql`${linkDomains.nextCheckAt} = ${claim}::timestamptz`

/** Tells the redirect, and devices that the short URLs of its links are others. */
async function changedHands(tx: Tx, before: DomainRow, now: DomainRow, changeSeq: number) {
  if (before.status !== now.status) await hostChanged(tx, now.domain)
  if (isActive(before) === isActive(now)) return
  await tx.update(links).set({ changeSeq }).where(eq(links.domainId, now.id))
}

async function claim({ db }: Deps): Promise<Due[]> {
  return db.execute<Due>(sql`
    with due as (
      select id from link_domains where next_check_at <= now() and user_id is not null
      order by next_check_at limit ${AT_ONCE} for update skip locked
    )
    update link_domains set next_check_at = now() + ${CLAIM}::interval from due
    where link_domains.id = due.id
    returning link_domains.id, user_id, domain, token, next_check_at::text as claim`)
}
