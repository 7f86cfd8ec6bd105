import { createHash } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { RowOutcome } from '#contract/imports.ts'
import { EXACT_CODE, EXACT_CODE_HELP } from '#contract/links/codes.ts'
import type { Ceilings } from '../../platform/config/config.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { formerCodes, importedLinks, links } from '../../platform/db/schema.ts'
import type { ReadRow, RowLink } from './read-row.ts'
import { linkAllowance, type LinkAllowance } from '../ceilings.ts'
import { chooseCollections, readCollections, type CollectionBook } from './import-collections.ts'
import { newSpellings, withSpellings, type ImportSpellings } from './import-spellings.ts'
import { MAIN_DOMAIN_ID } from '../link-domains.ts'
import { linkKey, type LinkPlace } from '../link-key.ts'
import { ownLinks } from '../link-rows.ts'

/** Result for a row and its reason. */
export type Decision = {
  row: ReadRow
  outcome: RowOutcome
  /** Column name in the file. */
  column: string
  message: string
  domainId: number
  exactCode: boolean
  /** Code of the new link. Null means that a new code is generated. */
  code: string | null
}

/** State of an import: the rows so far and the user's collections. */
export type Plan = {
  userId: string
  /** The user's own domains by name. */
  domains: ReadonlyMap<string, number>
  /** Domain of codes whose host is not among them. */
  codeDomainId: number
  keys: Map<string, number>
  codes: Map<string, number>
  urls: Set<string>
  book: CollectionBook
  spellings: ImportSpellings
  /** Number of links that the user can still create. */
  allowance: LinkAllowance
  headerOf: (field: string) => string
}

export type PlanInput = Pick<Plan, 'userId' | 'domains' | 'codeDomainId' | 'headerOf'> & {
  ceilings: Ceilings
}

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
  const codes = found.flatMap(({ short_code }) => short_code ?? [])
  const urls = found.flatMap(({ short_code, url }) => (short_code ? [] : [url]))
  return {
    keys: await readKeys(
      db,
      plan.userId,
      found.map((link) => importKey(link, placeOf(plan, link))),
    ),
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
  const holderColumns = { userId: links.userId, url: links.url }
  const lower = codes.map((code) => sql`lower(${code})`)
  const current = await db
    .select({
      ...holderColumns,
      domainId: links.domainId,
      shortCode: links.shortCode,
      exactCode: links.exactCode,
    })
    .from(links)
    .where(inArray(sql`lower(${links.shortCode})`, lower))
  const former = await db
    .select({
      ...holderColumns,
      domainId: formerCodes.domainId,
      shortCode: sql<string>`coalesce(nullif(${formerCodes.exactCode}, ''), ${formerCodes.code})`,
      exactCode: sql<boolean>`${formerCodes.exactCode} <> ''`,
    })
    .from(formerCodes)
    .leftJoin(links, eq(links.id, formerCodes.linkId))
    .where(
      inArray(
        formerCodes.code,
        codes.map((code) => code.toLowerCase()),
      ),
    )
  return new Map(
    [...former, ...current].map(({ userId, url, ...place }) => [
      linkKey(place),
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

type Place = Pick<LinkPlace, 'domainId' | 'exactCode'>

/**
 * Returns where the code of a row belongs. On a domain that its owner brought along, codes of other
 * link shorteners stay exact.
 */
export function placeOf(
  plan: Pick<Plan, 'domains' | 'codeDomainId' | 'headerOf'>,
  link: RowLink,
): Place {
  const domainId = plan.domains.get(link.short_host) ?? plan.codeDomainId
  const isOwnExport = plan.headerOf('in_network') !== ''
  return {
    domainId,
    exactCode: domainId !== MAIN_DOMAIN_ID && (link.exact_code ?? !isOwnExport),
  }
}

/**
 * Returns the key under which a row is recognized in a later import: a hash of its code and URL.
 */
export const importKey = ({ short_code = '', url }: RowLink, { exactCode }: Place) =>
  createHash('sha256')
    .update(`${exactCode ? `=${short_code}` : short_code.toLowerCase()}\n${url}`)
    .digest('base64url')

function decideRow(plan: Plan, known: Known, row: ReadRow): Decision {
  const decisionBase = {
    row,
    column: '',
    message: '',
    domainId: MAIN_DOMAIN_ID,
    exactCode: false,
    code: null,
  }
  const refused = (field: string, message: string): Decision => ({
    ...decisionBase,
    outcome: 'error',
    column: plan.headerOf(field),
    message,
  })
  if (!row.link) return refused(row.fault.field ?? '', row.fault.message)
  const { link } = row
  const place = placeOf(plan, link)
  const fault = codeFault(link, place)
  if (fault !== '') return refused(link.code_field, fault)
  const { code, isThere, message } = chooseCode(plan, known, link, place)
  if (isThere) return { ...decisionBase, outcome: 'existing' }
  if (plan.allowance.left <= 0) return refused('', plan.allowance.why)
  const collectionFault = chooseCollections(plan.book, link.collections)
  if (collectionFault) return refused('collections', collectionFault)
  const spelled = withSpellings(plan.spellings, plan.book, link)
  recordRow(plan, row.row, link, place, code)
  const outcome = message === '' ? 'new' : 'recoded'
  const column = message === '' ? '' : plan.headerOf(link.code_field)
  return {
    ...decisionBase,
    row: { ...row, link: spelled },
    outcome,
    column,
    message,
    domainId: place.domainId,
    exactCode: place.exactCode && code !== null,
    code,
  }
}

/** Returns why a new link cannot have the code of its row; otherwise an empty text. */
function codeFault({ short_code: code, code_fault }: RowLink, { exactCode }: Place): string {
  if (!exactCode || !code) return code_fault
  return EXACT_CODE.test(code) ? '' : EXACT_CODE_HELP
}

type Choice = { code: string | null; isThere: boolean; message: string }

function chooseCode(plan: Plan, known: Known, link: RowLink, place: Place): Choice {
  const { short_code: code, url } = link
  const key = importKey(link, place)
  const existing = { code: null, isThere: true, message: '' }
  if (known.keys.has(key) || plan.keys.has(key)) return existing
  if (!code) {
    return known.urls.has(url) || plan.urls.has(url) ? existing : { ...existing, isThere: false }
  }
  const own = { ...place, shortCode: code }
  // A link whose code ignores case has all spellings of it.
  const holder =
    known.holders.get(linkKey(own)) ?? known.holders.get(linkKey({ ...own, exactCode: false }))
  if (holder?.userId === plan.userId && holder.url === url) return existing
  const other = plan.codes.get(linkKey(own))
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

function recordRow(plan: Plan, row: number, link: RowLink, place: Place, code: string | null) {
  plan.keys.set(importKey(link, place), row)
  plan.urls.add(link.url)
  plan.allowance.left -= 1
  if (code !== null) plan.codes.set(linkKey({ ...place, shortCode: code }), row)
}
