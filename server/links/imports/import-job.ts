import { eq, sql } from 'drizzle-orm'
import { IMPORT_BROKE_TEXT, IMPORT_DIED_TEXT } from '#contract/imports.ts'
import { nextChange } from '../../platform/db/changes.ts'
import type { Tx } from '../../platform/db/client.ts'
import { importProblems, linkImports } from '../../platform/db/schema.ts'
import { unavailableBy } from '../../platform/db/unavailable.ts'
import { count, problemOf, withFile, type ImportFile } from './import-file.ts'
import { addLinks, createPaces, type Lot } from './import-links.ts'
import { decide, newPlan, type PlanGiven } from './import-plan.ts'
import type { ImportRow } from './imports.ts'
import { holdDomains } from '../link-domains.ts'
import { withFreshCode } from '../short-codes.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import type { ReadRow } from './read-row.ts'
import type { JobHandler } from '../../platform/jobs/job-handler.ts'

/** Small enough that nobody else who writes waits long, large enough for a file of thousands. */
const LOT = 100

/**
 * Imports a file lot by lot. The rows of a lot and the count of rows that are through are written in
 * one transaction, so that whoever goes on after a crash begins at the right row.
 */
export const importLinks: JobHandler<'import-links'> = async (
  deps,
  { importId, dateOrder },
  signal,
) => {
  const [row] = await deps.db.select().from(linkImports).where(eq(linkImports.id, importId))
  if (!row || row.content === null || (row.status !== 'queued' && row.status !== 'running')) return
  try {
    const bytes = Buffer.from(row.content)
    await withFile(
      deps,
      { userId: row.userId, bytes, isText: true, reading: { dateOrder } },
      (file) => goOn(deps, row, file, signal),
    )
    await end(deps, row.id, { status: 'done' })
  } catch (error) {
    // Going down: the job goes back to the queue, and the next process goes on from here.
    signal.throwIfAborted()
    // Nor is it the fault of what was asked when the database is gone: it is tried again later.
    if (unavailableBy(error)) throw error
    deps.log.error('import failed', { error })
    const failure = error instanceof FieldError ? error.message : IMPORT_BROKE_TEXT
    await end(deps, row.id, { status: 'failed', failure })
  }
}

export async function importGivenUp(deps: Deps, { importId }: { importId: string }) {
  await end(deps, importId, { status: 'failed', failure: IMPORT_DIED_TEXT })
}

async function goOn(deps: Deps, row: ImportRow, file: ImportFile, signal: AbortSignal) {
  const paces = createPaces()
  let seen = 0
  for await (const rows of file.lots(LOT)) {
    signal.throwIfAborted()
    const begin = seen
    seen += rows.length
    if (seen <= row.done) continue
    const lot = { deps, row, file, paces, rows, begin }
    if (!(await withFreshCode(() => deps.db.transaction((tx) => importLot(tx, lot))))) return
  }
}

type LotOfFile = Pick<Lot, 'deps' | 'paces'> & {
  row: ImportRow
  file: ImportFile
  rows: ReadRow[]
  /** How many rows of the file come before them. */
  begin: number
}

/** False when the import was cancelled meanwhile. */
async function importLot(tx: Tx, lotOfFile: LotOfFile): Promise<boolean> {
  const { deps, row, file, paces, rows, begin } = lotOfFile
  const changeSeq = await nextChange(tx, row.userId)
  const [now] = await tx.select().from(linkImports).where(eq(linkImports.id, row.id)).for('update')
  if (now?.status !== 'queued' && now?.status !== 'running') return false
  // A process that was taken for dead has done it after all.
  if (now.done > begin) return true
  const plan = await newPlan(tx, await stillUsable(tx, file.planGiven))
  const decisions = await decide(tx, plan, rows)
  const lot = { deps, plan, changeSeq, paces, startedAt: row.createdAt }
  const newCollections = await addLinks(tx, lot, decisions)
  const problems = decisions.flatMap((decision) => problemOf(decision) ?? [])
  if (problems.length > 0) {
    await tx.insert(importProblems).values(problems.map((one) => ({ ...one, importId: row.id })))
  }
  const counts = { new: 0, existing: 0, recoded: 0, errors: 0 }
  for (const { outcome } of decisions) count(counts, outcome)
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

/** A domain can be removed while its file is read: what is left of it begins with the main one. */
async function stillUsable(tx: Tx, given: PlanGiven): Promise<PlanGiven> {
  const held = await holdDomains(tx, given.userId, [...given.domains.values()])
  const domains = new Map([...given.domains].filter(([, id]) => held.has(id)))
  return { ...given, domains }
}

type End = { status: 'done' } | { status: 'failed'; failure: string }

/** One that was cancelled in the last moment stays cancelled. */
const end = ({ db }: Deps, id: string, how: End) =>
  db
    .update(linkImports)
    .set({ ...how, content: null, finishedAt: sql`now()` })
    .where(sql`${linkImports.id} = ${id} and ${linkImports.status} in ('queued', 'running')`)
