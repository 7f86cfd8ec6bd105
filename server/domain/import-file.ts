import type { ImportPlan } from '#contract/imports.ts'
import { IMPORT_PREVIEW_ROWS } from '#contract/imports.ts'
import type { DbOrTx } from '../db/client.ts'
import type { Deps } from '../env.ts'
import { decodeFile } from '../imports/decode.ts'
import { readRow, type ReadRow, type RowRules } from '../imports/read-row.ts'
import { countRows, readTable, type Table } from '../imports/table.ts'
import { toBeMade } from './import-collections.ts'
import { decide, newPlan, type Decision, type PlanGiven } from './import-plan.ts'
import { customDomains, listDomains } from './link-domains.ts'

/** A file that can be gone through, with the rules for its rows. */
export type ImportFile = {
  text: string
  table: Table
  rules: RowRules
  planGiven: PlanGiven
}

export const openFile = (deps: Deps, userId: string, bytes: Buffer): Promise<ImportFile> =>
  openText(deps, userId, decodeFile(bytes))

export async function openText(deps: Deps, userId: string, text: string): Promise<ImportFile> {
  const table = await readTable(text)
  const { columns } = table
  const { results } = await listDomains(deps.db, userId, deps.config)
  const domains = new Map(results.map(({ domain, id }) => [domain.toLowerCase(), id]))
  const headers = new Map(columns.all.map(({ header, field }) => [field, header]))
  return {
    text,
    table,
    rules: { columns, config: deps.config, ownDomains: await customDomains(deps.db) },
    planGiven: {
      userId,
      ceilings: deps.config.ceilings,
      domains,
      headerOf: (field) => headers.get(field as never) ?? '',
    },
  }
}

/** The rows of a file in lots, read and checked. */
export async function* lotsOf(file: ImportFile, size: number): AsyncGenerator<ReadRow[]> {
  let lot: ReadRow[] = []
  for await (const row of file.table.rows()) {
    lot.push(readRow(file.rules, row))
    if (lot.length < size) continue
    yield lot
    lot = []
  }
  if (lot.length > 0) yield lot
}

const LOT = 500

/** What importing the file would do now. Writes nothing. */
export async function planFile(db: DbOrTx, file: ImportFile): Promise<ImportPlan> {
  const plan = await newPlan(db, file.planGiven)
  const rows = await countRows(file.table)
  const result = emptyPlan(file, rows)
  const hosts = new Map<string, number>()
  for await (const lot of lotsOf(file, LOT)) {
    for (const decision of await decide(db, plan, lot)) take(result, decision)
    for (const { link, isUndated } of lot) {
      if (isUndated) result.undated += 1
      const host = link?.short_host
      if (host && !plan.domains.has(host)) hosts.set(host, (hosts.get(host) ?? 0) + 1)
    }
  }
  result.new_collections = toBeMade(plan.book)
  result.short_hosts = [...hosts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([host]) => host)
    .slice(0, 3)
  result.source = sourceOf(file, result.short_hosts)
  return result
}

const emptyPlan = ({ table }: ImportFile, rows: number): ImportPlan => ({
  rows,
  source: 'other',
  columns: table.columns.all,
  counts: { new: 0, existing: 0, recoded: 0, errors: 0 },
  new_collections: [],
  short_hosts: [],
  undated: 0,
  preview: [],
  problems: [],
})

function take(plan: ImportPlan, decision: Decision) {
  const { row, outcome, message } = decision
  count(plan.counts, outcome)
  const problem = problemOf(decision)
  if (problem) plan.problems.push(problem)
  if (plan.preview.length === IMPORT_PREVIEW_ROWS) return
  plan.preview.push({
    row: row.row,
    outcome,
    message,
    // A row that cannot be read is shown as it stands.
    url: row.link?.url ?? row.cells.join(' ').slice(0, 200),
    short_code: (outcome === 'recoded' ? undefined : row.link?.short_code) ?? '',
    name: row.link?.name ?? '',
    tags: row.link?.tags ?? [],
    collections: row.link?.collections ?? [],
  })
}

export function count(counts: ImportPlan['counts'], outcome: Decision['outcome']): void {
  if (outcome === 'error') counts.errors += 1
  else if (outcome === 'existing') counts.existing += 1
  else counts.new += 1
  if (outcome === 'recoded') counts.recoded += 1
}

export function problemOf({ row, outcome, column, message }: Decision) {
  if (outcome !== 'error' && outcome !== 'recoded') return undefined
  return { row: row.row, outcome, column, message, cells: row.cells }
}

function sourceOf({ table }: ImportFile, hosts: string[]): ImportPlan['source'] {
  const names = table.columns.all.map(({ header }) => header.toLowerCase())
  if (['short_url', 'short_code', 'in_network'].every((name) => names.includes(name)))
    return 'split'
  const isBitly = hosts.includes('bit.ly') || names.some((name) => /bitlink/.test(name))
  return isBitly ? 'bitly' : 'other'
}
