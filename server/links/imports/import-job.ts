import { and, eq } from 'drizzle-orm'
import { IMPORT_BROKE_TEXT, IMPORT_DIED_TEXT } from '#contract/imports.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { importProblems, linkImports } from '../../platform/db/schema.ts'
import { unavailableReason } from '../../platform/db/unavailable.ts'
import { countOutcome, toProblem, withFile, type ImportFile } from './import-file.ts'
import { addLinks, createReadSchedule, type Batch } from './import-links.ts'
import { decide, newPlan, type PlanInput } from './import-plan.ts'
import { ended, isUnfinished, type FinalStatus, type ImportRow } from './imports.ts'
import { lockDomains, MAIN_DOMAIN_ID } from '../link-domains.ts'
import { withFreshCode } from '../short-codes.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import type { ReadRow } from './read-row.ts'
import { actAs } from '../../platform/http/actor.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/**
 * Number of rows per transaction. Small enough that other writes do not wait long, and large enough
 * for a file with thousands of rows.
 */
const BATCH_SIZE = 100

/**
 * Imports a file in batches. Each batch is stored together with the number of finished rows, so
 * that after a crash the job continues at the right row.
 */
export const importLinks: JobHandler<'import-links'> = async (
  deps,
  { importId, dateOrder, codeDomainId, by },
  signal,
) => {
  const [row] = await deps.db.select().from(linkImports).where(eq(linkImports.id, importId))
  if (!row || row.content === null || (row.status !== 'queued' && row.status !== 'running')) return
  try {
    const bytes = Buffer.from(row.content)
    await withFile(
      deps,
      { userId: row.userId, bytes, isText: true, reading: { dateOrder }, codeDomainId },
      (file) => {
        const work = () => importRemaining(deps, row, file, signal)
        return by ? actAs(by, work) : work()
      },
    )
    await finish(deps, row.id, { status: 'done' })
  } catch (error) {
    // The server is shutting down: the job returns to the queue and continues here later.
    signal.throwIfAborted()
    // An unavailable database is not the file's fault. The job is retried later.
    if (unavailableReason(error)) throw error
    deps.log.error('import failed', { error })
    const failure = error instanceof FieldError ? error.message : IMPORT_BROKE_TEXT
    await finish(deps, row.id, { status: 'failed', failure })
  }
}

export async function importFailed(deps: Deps, { importId }: { importId: string }) {
  await finish(deps, importId, { status: 'failed', failure: IMPORT_DIED_TEXT })
}

async function importRemaining(deps: Deps, row: ImportRow, file: ImportFile, signal: AbortSignal) {
  const paces = createReadSchedule()
  let seen = 0
  for await (const rows of file.batches(BATCH_SIZE)) {
    signal.throwIfAborted()
    const begin = seen
    seen += rows.length
    if (seen <= row.done) continue
    const batch = { deps, row, file, paces, rows, begin }
    if (!(await withFreshCode(() => deps.db.transaction((tx) => importBatch(tx, batch))))) return
  }
}

type FileBatch = Pick<Batch, 'deps' | 'paces'> & {
  row: ImportRow
  file: ImportFile
  rows: ReadRow[]
  /** Number of rows before this batch. */
  begin: number
}

/** Imports a batch of rows. Returns false if the import was cancelled. */
async function importBatch(tx: Tx, fileBatch: FileBatch): Promise<boolean> {
  const { deps, row, file, paces, rows, begin } = fileBatch
  const changeSeq = await nextChange(tx, row.userId)
  const [now] = await tx.select().from(linkImports).where(eq(linkImports.id, row.id)).for('update')
  if (now?.status !== 'queued' && now?.status !== 'running') return false
  // Another process, which was considered dead, has already imported this batch.
  if (now.done > begin) return true
  const plan = await newPlan(tx, await withCurrentDomains(tx, file.planInput))
  const decisions = await decide(tx, plan, rows)
  const batch = { deps, plan, changeSeq, paces, startedAt: row.createdAt }
  const newCollections = await addLinks(tx, batch, decisions)
  const problems = decisions.flatMap((decision) => toProblem(decision) ?? [])
  if (problems.length > 0) {
    await tx.insert(importProblems).values(problems.map((one) => ({ ...one, importId: row.id })))
  }
  const counts = { new: 0, existing: 0, recoded: 0, errors: 0 }
  for (const { outcome } of decisions) countOutcome(counts, outcome)
  await tx
    .update(linkImports)
    .set({
      status: 'running',
      done: now.done + rows.length,
      added: now.added + counts.new,
      existing: now.existing + counts.existing,
      recoded: now.recoded + counts.recoded,
      errors: now.errors + counts.errors,
      newCollections: now.newCollections + newCollections,
    })
    .where(eq(linkImports.id, row.id))
  return true
}

/**
 * Returns the plan with the domains that still exist. If one was removed during the import, the
 * remaining links use the main domain.
 */
async function withCurrentDomains(tx: Tx, given: PlanInput): Promise<PlanInput> {
  const usableDomains = await lockDomains(tx, given.userId)
  const domains = new Map([...given.domains].filter(([, id]) => usableDomains.has(id)))
  const isUsable = usableDomains.has(given.codeDomainId)
  return { ...given, domains, codeDomainId: isUsable ? given.codeDomainId : MAIN_DOMAIN_ID }
}

/** Sets the final status, unless the import was cancelled at the last moment. */
const finish = ({ db }: Deps, id: string, how: FinalStatus) =>
  db
    .update(linkImports)
    .set(ended(how))
    .where(and(eq(linkImports.id, id), isUnfinished))
