import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { RowOutcome } from '#contract/imports.ts'
import type { Ceilings } from '../../platform/config/config.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { formerCodes, importedLinks, links } from '../../platform/db/schema.ts'
import type { ReadRow, RowLink } from './read-row.ts'
import { linkAllowance, type LinkAllowance } from '../ceilings.ts'
import { chooseCollections, readCollections, type CollectionBook } from './import-collections.ts'
import { newSpellings, withSpellings, type ImportSpellings } from './import-spellings.ts'
import { MAIN_DOMAIN_ID } from '../link-domains.ts'
import { ownLinks } from '../link-rows.ts'

/** Result for a row and its reason. */
export type Decision = {
  row: ReadRow
  outcome: RowOutcome
  /** Column name in the file. */
  column: string
  message: string
  domainId: number
  /** Code of the new link. Null means that a new code is generated. */
  code: string | null
}

/** State of an import: the rows so far and the user's collections. */
export type Plan = {
  userId: string
  /** The user's own domains by name. */
  domains: ReadonlyMap<string, number>
  keys: Map<string, number>
  codes: Map<string, number>
  urls: Set<string>
  book: CollectionBook
  spellings: ImportSpellings
  /** Number of links that the user can still create. */
  allowance: LinkAllowance
  headerOf: (field: string) => string
}

export type PlanInput = Pick<Plan, 'userId' | 'domains' | 'headerOf'> & { ceilings: Ceilings }

export async function newPlan(db: DbOrTx, { ceilings, ...given }: PlanInput): Promise<Plan> {
  const book = await readCollections(db, given.userId)
  const spellings = await newSpellings(db, given.userId)
  const allowance = await linkAllowance(db, given.userId, ceilings)
  return {
    ...given,
    keys: new Map(),
    codes: new Map(),
    urls: new Set(),
    book,
    spellings,
    allowance,
  }
}

/**
 * Decides what to do with rows. A row matches an existing link with the same code and URL, or
 * without a code, one with the same URL. If its code belongs to another link, the new link gets a
 * generated code.
 */
export async function decide(db: DbOrTx, plan: Plan, rows: ReadRow[]): Promise<Decision[]> {
  const known = await readKnown(db, plan, rows)
  return rows.map((row) => decideRow(plan, known, row))
}

type Known = Awaited<ReturnType<typeof readKnown>>

async function readKnown(db: DbOrTx, plan: Plan, rows: ReadRow[]) {
  const found = rows.flatMap(({ link }) => (link ? [link] : []))
  const codes = found.flatMap(({ short_code }) => (short_code ? [short_code.toLowerCase()] : []))
  const urls = found.flatMap(({ short_code, url }) => (short_code ? [] : [url]))
  return {
    keys: await readKeys(db, plan.userId, found.map(importKey)),
    holders: await readHolders(db, codes),
    urls: await readUrls(db, plan.userId, urls),
  }
}

async function readKeys(db: DbOrTx, userId: string, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await db
    .select({ key: importedLinks.key })
    .from(importedLinks)
    .where(and(eq(importedLinks.userId, userId), inArray(importedLinks.key, keys)))
  return new Set(rows.map(({ key }) => key))
}

type Holder = { userId: string; url: string }

/** Returns the links that have or had these codes. A former code is never given to another link. */
async function readHolders(db: DbOrTx, codes: string[]): Promise<Map<string, Holder>> {
  if (codes.length === 0) return new Map()
  const lower = sql<string>`lower(${links.shortCode})`
  const holderColumns = { userId: links.userId, url: links.url }
  const current = await db
    .select({ ...holderColumns, domainId: links.domainId, code: lower })
    .from(links)
    .where(inArray(lower, codes))
  const former = await db
    .select({ ...holderColumns, domainId: formerCodes.domainId, code: formerCodes.code })
    .from(formerCodes)
    .leftJoin(links, eq(links.id, formerCodes.linkId))
    .where(inArray(formerCodes.code, codes))
  return new Map(
    [...former, ...current].map(({ domainId, code, userId, url }) => [
      `${domainId} ${code}`,
      { userId: userId ?? '', url: url ?? '' },
    ]),
  )
}

async function readUrls(db: DbOrTx, userId: string, urls: string[]): Promise<Set<string>> {
  if (urls.length === 0) return new Set()
  const rows = await db
    .select({ url: links.url })
    .from(links)
    .where(ownLinks(userId, inArray(links.url, urls)))
  return new Set(rows.map(({ url }) => url))
}

/**
 * Returns the key under which a row is recognized in a later import: a hash of its code and URL.
 */
export const importKey = ({ short_code = '', url }: RowLink) =>
  createHash('sha256').update(`${short_code.toLowerCase()}\n${url}`).digest('base64url')

function decideRow(plan: Plan, known: Known, row: ReadRow): Decision {
  const decisionBase = { row, column: '', message: '', domainId: MAIN_DOMAIN_ID, code: null }
  const refused = (field: string, message: string): Decision => ({
    ...decisionBase,
    outcome: 'error',
    column: plan.headerOf(field),
    message,
  })
  if (!row.link) return refused(row.fault.field ?? '', row.fault.message)
  const { link } = row
  const domainId = plan.domains.get(link.short_host) ?? MAIN_DOMAIN_ID
  const { code, isThere, message } = chooseCode(plan, known, link, domainId)
  if (isThere) return { ...decisionBase, outcome: 'existing' }
  if (plan.allowance.left <= 0) return refused('', plan.allowance.why)
  const fault = chooseCollections(plan.book, link.collections)
  if (fault) return refused('collections', fault)
  const spelled = withSpellings(plan.spellings, plan.book, link)
  recordRow(plan, row.row, link, domainId, code)
  const outcome = message === '' ? 'new' : 'recoded'
  const column = message === '' ? '' : plan.headerOf(link.code_field)
  return {
    ...decisionBase,
    row: { ...row, link: spelled },
    outcome,
    column,
    message,
    domainId,
    code,
  }
}

type Choice = { code: string | null; isThere: boolean; message: string }

function chooseCode(plan: Plan, known: Known, link: RowLink, domainId: number): Choice {
  const { short_code: code, url } = link
  const key = importKey(link)
  const existing = { code: null, isThere: true, message: '' }
  if (known.keys.has(key) || plan.keys.has(key)) return existing
  if (!code) {
    return known.urls.has(url) || plan.urls.has(url) ? existing : { ...existing, isThere: false }
  }
  const place = `${domainId} ${code.toLowerCase()}`
  const holder = known.holders.get(place)
  if (holder?.userId === plan.userId && holder.url === url) return existing
  const other = plan.codes.get(place)
  if (!holder && other === undefined) return { code, isThere: false, message: '' }
  return { code: null, isThere: false, message: recodeReason(plan, code, holder, other) }
}

function recodeReason({ userId }: Plan, code: string, holder: Holder | undefined, other?: number) {
  const fresh = 'so this row gets a new code.'
  if (!holder) return `Row ${other} has the same code ${code}, ${fresh}`
  return holder.userId === userId
    ? `Your link ${code} leads elsewhere, ${fresh}`
    : `The code ${code} is taken, ${fresh}`
}

function recordRow(plan: Plan, row: number, link: RowLink, domainId: number, code: string | null) {
  plan.keys.set(importKey(link), row)
  plan.urls.add(link.url)
  plan.allowance.left -= 1
  if (code !== null) plan.codes.set(`${domainId} ${code.toLowerCase()}`, row)
}
