import {
  IMPORT_MEMORY_TEXT,
  IMPORT_PREVIEW_ROWS,
  IMPORT_TIME_TEXT,
  type ImportPlan,
} from '#contract/imports.ts'
import { UNKNOWN_DOMAIN } from '#contract/links/link-edits.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import type { Deps } from '../../env.ts'
import { FieldError } from '../../platform/http/errors.ts'
import type { Columns } from './columns.ts'
import type { ReadRow } from './read-row.ts'
import { ParsingEnded } from '../parsing/in-thread.ts'
import type { ParsedFile } from '../parsing/parsing.ts'
import type { Reading } from '../parsing/tasks.ts'
import { missingNames } from './import-collections.ts'
import { decide, newPlan, type Decision, type PlanInput } from './import-plan.ts'
import { importDomains, MAIN_DOMAIN_ID, ownDomains } from '../link-domains.ts'

/** Uploaded file that is ready to be read. */
export type ImportFile = Pick<ParsedFile, 'count' | 'facts' | 'text'> & {
  columns: Columns
  /** Reads and checks the rows in batches. */
  batches(size: number): AsyncGenerator<ReadRow[]>
  planInput: PlanInput
}

/** File to open. `isText` means the stored text of an import rather than the uploaded bytes. */
type FileToOpen = {
  userId: string
  bytes: Uint8Array
  isText?: boolean
  reading?: Reading
  /** Domain of codes whose host the user does not have here. */
  codeDomainId?: number | undefined
}

/** Opens a file while `work` runs. */
export async function withFile<T>(
  deps: Deps,
  { userId, bytes, isText = false, reading = {}, codeDomainId = MAIN_DOMAIN_ID }: FileToOpen,
  work: (file: ImportFile) => Promise<T>,
): Promise<T> {
  try {
    return await deps.parsing.withFile(bytes, { isText, reading }, async (file) =>
      work(await openFile(deps, userId, file, codeDomainId)),
    )
  } catch (error) {
    throw error instanceof ParsingEnded ? new FieldError('file', endedText(error)) : error
  }
}

const endedText = ({ why }: ParsingEnded) =>
  why === 'time' ? IMPORT_TIME_TEXT : IMPORT_MEMORY_TEXT

async function openFile(
  deps: Deps,
  userId: string,
  file: ParsedFile,
  codeDomainId: number,
): Promise<ImportFile> {
  const columns = await file.columns()
  const domains = await importDomains(deps.db, userId, deps.config)
  if (![...domains.values()].includes(codeDomainId))
    throw new FieldError('link_domain_id', UNKNOWN_DOMAIN)
  const headers = new Map(columns.all.map(({ header, field }) => [field, header]))
  const { shortLinkHost, appOrigin } = deps.config
  const config = { shortLinkHost, appOrigin }
  const rules = { config, ownDomains: await ownDomains(deps.db) }
  return {
    columns,
    count: () => file.count(),
    facts: () => file.facts(),
    text: () => file.text(),
    batches: (size) => file.lots(rules, size),
    planInput: {
      userId,
      ceilings: deps.config.ceilings,
      domains,
      codeDomainId,
      headerOf: (field) => headers.get(field as never) ?? '',
    },
  }
}

const BATCH_SIZE = 500
/** Maximum number of hosts or time zones that a plan names. */
const MAX_NAMED = 3

/** Returns what an import of the file would do. Stores nothing. */
export async function planFile(db: DbOrTx, file: ImportFile): Promise<ImportPlan> {
  const plan = await newPlan(db, file.planInput)
  const rows = await file.count()
  const result = { ...emptyPlan(file, rows), ...(await file.facts()) }
  const hosts = new Map<string, number>()
  const zones = new Set<string>()
  for await (const batch of file.batches(BATCH_SIZE)) {
    for (const decision of await decide(db, plan, batch)) addDecision(result, decision)
    for (const { link, isUndated, isUnescaped, zone } of batch) {
      if (isUnescaped) result.unescaped += 1
      if (isUndated) result.undated += 1
      result.clicks_before += link?.clicks_before ?? 0
      if (zone !== undefined && zones.size < MAX_NAMED) zones.add(zone)
      const host = link?.short_host
      if (link?.short_code && !plan.domains.has(link.short_host)) result.codes_elsewhere += 1
      if (host && !plan.domains.has(host)) hosts.set(host, (hosts.get(host) ?? 0) + 1)
    }
  }
  result.unknown_zones = [...zones]
  result.new_collections = missingNames(plan.book)
  result.spellings = [...plan.spellings.replaced].map(([typed, used]) => ({ typed, used }))
  result.short_hosts = [...hosts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([host]) => host)
    .slice(0, MAX_NAMED)
  result.source = detectSource(file, result.short_hosts)
  return result
}

const emptyPlan = ({ columns }: ImportFile, rows: number): ImportPlan => ({
  rows,
  source: 'other',
  columns: columns.all,
  counts: { new: 0, existing: 0, recoded: 0, errors: 0 },
  new_collections: [],
  spellings: [],
  short_hosts: [],
  codes_elsewhere: 0,
  clicks_before: 0,
  undated: 0,
  unknown_zones: [],
  encoding: { encoding: 'utf-8', reason: 'utf-8' },
  dates: { count: 0, order: null },
  unescaped: 0,
  preview: [],
  problems: [],
})

function addDecision(plan: ImportPlan, decision: Decision) {
  const { row, outcome, message } = decision
  countOutcome(plan.counts, outcome)
  const problem = toProblem(decision)
  if (problem) plan.problems.push(problem)
  if (plan.preview.length === IMPORT_PREVIEW_ROWS) return
  plan.preview.push({
    row: row.row,
    outcome,
    message,
    // Show the cells of a row that cannot be read.
    url: row.link?.url ?? row.cells.join(' ').slice(0, 200),
    short_code: (outcome === 'recoded' ? undefined : row.link?.short_code) ?? '',
    name: row.link?.name ?? '',
    tags: row.link?.tags ?? [],
    collections: row.link?.collections ?? [],
  })
}

export function countOutcome(counts: ImportPlan['counts'], outcome: Decision['outcome']): void {
  if (outcome === 'error') counts.errors += 1
  else if (outcome === 'existing') counts.existing += 1
  else counts.new += 1
  if (outcome === 'recoded') counts.recoded += 1
}

export function toProblem({ row, outcome, column, message }: Decision) {
  if (outcome !== 'error' && outcome !== 'recoded') return undefined
  return { row: row.row, outcome, column, message, cells: row.cells }
}

function detectSource({ columns }: ImportFile, hosts: string[]): ImportPlan['source'] {
  const names = columns.all.map(({ header }) => header.toLowerCase())
  if (['short_url', 'short_code', 'in_network'].every((name) => names.includes(name)))
    return 'split'
  const isBitly = hosts.includes('bit.ly') || names.some((name) => /bitlink/.test(name))
  return isBitly ? 'bitly' : 'other'
}
