import * as v from 'valibot'
import { unescapeFormula } from '#contract/csv.ts'
import type { DateOrder, ImportField } from '#contract/imports.ts'
import { MAX_ID } from '#contract/common.ts'
import { MAX_COLLECTIONS } from '#contract/limits.ts'
import { distinctNames } from '#contract/search/spellings.ts'
import { endsBeforeStart, STARTS_AFTER_END } from '#contract/links/limits.ts'
import { SHORT_CODE_HELP, SHORT_CODE_PATTERN } from '#contract/links/codes.ts'
import { LinkEdit, NewLink } from '#contract/links/link-edits.ts'
import { UTM_FIELDS } from '#contract/links/utm.ts'
import { lengthProblem } from '#contract/text/graphemes.ts'
import { withoutFinalDot } from '#contract/text/hosts.ts'
import { isReservedName } from '../../platform/http/reserved-names.ts'
import type { ShortHosts } from '../short-host.ts'
import type { NewRule, Rule } from '#contract/rules/rules.ts'
import { withIds } from '../rules/stored-rules.ts'
import { readTarget } from '../target.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { isEmptyCell, readBoolean, readCode, readList, unescaped } from './cells.ts'
import { unknownZone } from './clock.ts'
import { parseMoment } from './moments.ts'
import type { Columns } from './columns.ts'
import type { TableRow } from './table.ts'

/**
 * Fields of a row. They use the rules of creating and editing a link, so a file cannot bypass them.
 */
/** Maximum length of a code that is refused by itself, instead of with its cell. */
const MAX_CODE_LENGTH = 200

const Row = v.object({
  url: NewLink.entries.url,
  short_code: v.optional(v.pipe(v.string(), v.maxLength(MAX_CODE_LENGTH, SHORT_CODE_HELP))),
  name: LinkEdit.entries.name,
  tags: v.unwrap(LinkEdit.entries.tags),
  collections: v.unwrap(LinkEdit.entries.regular_collection_names),
  utm_source: LinkEdit.entries.utm_source,
  utm_medium: LinkEdit.entries.utm_medium,
  utm_campaign: LinkEdit.entries.utm_campaign,
  utm_term: LinkEdit.entries.utm_term,
  utm_content: LinkEdit.entries.utm_content,
  starts_at: LinkEdit.entries.starts_at,
  max_clicks: LinkEdit.entries.max_clicks,
  expires_at: LinkEdit.entries.expires_at,
  fallback_url: LinkEdit.entries.fallback_url,
  rules: LinkEdit.entries.rules,
  kept_in_app: v.unwrap(LinkEdit.entries.kept_in_app),
})

/** Maximum UTF-16 units of a cell without a limit of its own, such as a URL. */
const MAX_CELL_LENGTH = 2000
/** Longest list of values: each is in quotes and consists of doubled quotation marks. */
const maxListLength = (values: number, length: number) => values * (2 * length + 4)
/** Maximum characters per field, as people see them. A longer cell cannot be valid and is not parsed. */
const MAX_LENGTHS: Partial<Record<ImportField, number>> = {
  name: 300,
  tags: maxListLength(50, 50),
  collections: maxListLength(MAX_COLLECTIONS, 120),
  ...Object.fromEntries(UTM_FIELDS.map((field) => [field, 200])),
  rules: 100_000,
}

/** Only the author of the file knows whether 03/04/2026 is in March or April. */
const DATE_TEXT = 'Write this date as year-month-day, like 2026-05-12 14:30.'

type CodeField = 'short_code' | 'short_url'

export type RowLink = Omit<v.InferOutput<typeof Row>, 'collections' | 'rules'> & {
  rules: Rule[] | null
  host: string
  /** Names of the collections, without duplicates. */
  collections: string[]
  hidden: boolean
  pass_query: boolean
  /** Null for the default of the account. */
  open_in_browser: boolean | null
  show_code: boolean
  in_network: boolean
  /** Null if the file has no date. */
  created_at: Date | null
  /** Host of the short link in the file, or an empty string. */
  short_host: string
  /** Reason why the code can only be used as an exact code; empty if any link can have it. */
  code_fault: string
  /** Whether the code is exact; null if the file does not say. */
  exact_code: boolean | null
  /** Number of visits before the import. */
  clicks_before: number
  /** Column that contains the code. */
  code_field: CodeField
}

/** Row that can become a link, or the error that prevents it. */
export type ReadRow = TableRow & {
  /** Whether the row has a creation date that could not be read. */
  isUndated: boolean
  /** Whether the URL contains HTML escapes in the file. */
  isUnescaped: boolean
  /** Time zone that made the creation date unreadable. */
  zone?: string | undefined
} & (
    | { link: RowLink; fault?: undefined }
    | { link?: undefined; fault: { field: ImportField | undefined; message: string } }
  )

export type RowRules = {
  columns: Columns
  config: ShortHosts
  ownDomains: string[]
  /** Order of day and month for ambiguous dates; null if unknown. */
  dateOrder: DateOrder | null
}

/** Validates a row with the rules of creating and editing a link. */
export function readRow(rules: RowRules, { row, cells }: TableRow): ReadRow {
  const texts = rules.columns.hasNoHeader ? splitNote(cells, rules.columns) : cells
  const cell = (field: ImportField) => {
    const index = rules.columns.indexOf.get(field)
    return index === undefined ? '' : unescaped(unescapeFormula(texts[index] ?? '').trim())
  }
  const url = texts[rules.columns.indexOf.get('url') ?? -1] ?? ''
  const isUnescaped = unescaped(url) !== url
  let isUndated = false
  let zone: string | undefined
  try {
    for (const field of rules.columns.indexOf.keys()) requireLength(field, cell(field))
    const created = cell('created_at')
    isUndated = !isEmptyCell(created) && parseMoment(created, rules.dateOrder) === undefined
    if (isUndated) zone = unknownZone(created)
    const surplus = cells.slice(rules.columns.all.length)
    if (surplus.some((text) => text.trim() !== ''))
      throw new RowError(undefined, 'This row has more cells than there are columns.')
    return { row, cells, isUndated, isUnescaped, zone, link: readLink(rules, cell) }
  } catch (error) {
    if (!(error instanceof RowError)) throw error
    return {
      row,
      cells,
      isUndated,
      isUnescaped,
      zone,
      fault: { field: error.field, message: error.message },
    }
  }
}

const ADDRESS = /(?:https?:\/\/|(?<![^\s<(])www\.)[^\s<>]+|^(?:[a-z0-9-]+\.)+[a-z]{2,}\/\S*/i
/** Marks of a list before an address or note, such as a dash or a number. */
const LIST_MARK = /^(?:[-–—*•:|]+|\d+[.)])(?:\s+|$)/

/**
 * Splits a cell such as `https://shop.example note` in a file without a header: the text beside the
 * URL becomes the link's name.
 */
function splitNote(cells: string[], { indexOf }: Columns): string[] {
  const at = indexOf.get('url') ?? 0
  const cell = (cells[at] ?? '').trim()
  const { 0: url, index } = ADDRESS.exec(cell) ?? { index: 0 }
  if (url === undefined || url === cell) return cells
  const note = [cell.slice(0, index), cell.slice(index + url.length)]
    .map((text) => text.replace(/[<>]/g, '').trim().replace(LIST_MARK, '').trim())
    .filter((text) => text !== '')
    .join(' ')
  const name = indexOf.get('name')
  return cells
    .map((text, column) => (column === at ? url : text))
    .concat(name === cells.length && note !== '' ? [note] : [])
}

function requireLength(field: ImportField, cell: string) {
  const max = MAX_LENGTHS[field]
  const problem =
    max !== undefined
      ? lengthProblem(cell, max)
      : cell.length > MAX_CELL_LENGTH
        ? `Keep this under ${MAX_CELL_LENGTH} characters.`
        : undefined
  if (problem) throw new RowError(field, problem)
}

class RowError extends Error {
  constructor(
    readonly field: ImportField | undefined,
    message: string,
  ) {
    super(message)
  }
}

function readLink(rules: RowRules, cell: (field: ImportField) => string): RowLink {
  const cellValue = (field: ImportField) => (isEmptyCell(cell(field)) ? '' : cell(field))
  const short = readCode(cellValue('short_url'))
  const own = readCode(cellValue('short_code'))
  const code = own.code || (short.host && short.code)
  const code_field: CodeField = own.code ? 'short_code' : 'short_url'
  const timeIn = (field: 'starts_at' | 'expires_at') => {
    if (cellValue(field) === '') return undefined
    const time = parseMoment(cellValue(field), rules.dateOrder)
    if (!time) throw new RowError(field, DATE_TEXT)
    return time.toISOString()
  }
  const parsed = v.safeParse(Row, {
    url: cell('url'),
    tags: readList(cell('tags')),
    collections: readList(cell('collections')),
    kept_in_app: readList(cell('kept_in_app')),
    ...Object.fromEntries(UTM_FIELDS.map((field) => [field, cellValue(field)])),
    fallback_url: cellValue('fallback_url'),
    ...(code && { short_code: code }),
    ...(cell('name') && { name: cell('name') }),
    starts_at: timeIn('starts_at'),
    expires_at: timeIn('expires_at'),
    ...(cellValue('max_clicks') && { max_clicks: Number(cellValue('max_clicks')) }),
    ...(cell('rules') && { rules: readJson(cell('rules')) }),
  })
  if (!parsed.success) throw toRowError(parsed.issues[0], code_field)
  const row = parsed.output
  if (endsBeforeStart(row.starts_at ?? null, row.expires_at ?? null))
    throw new RowError('starts_at', STARTS_AFTER_END)
  const short_code = row.short_code?.normalize()
  return {
    ...row,
    short_code,
    code_fault: codeFault(short_code),
    exact_code: cellValue('exact_code') === '' ? null : readBoolean(cell('exact_code')),
    clicks_before: readCount(cell('clicks_before')),
    ...target(rules, row.url, 'url'),
    fallback_url: row.fallback_url && target(rules, row.fallback_url, 'fallback_url').url,
    rules: row.rules && row.rules.length > 0 ? rulesOf(rules, row.rules) : null,
    collections: distinctNames(row.collections),
    hidden: readBoolean(cell('hidden')),
    pass_query: readBoolean(cell('pass_query')),
    open_in_browser:
      cellValue('open_in_browser') === '' ? null : readBoolean(cell('open_in_browser')),
    show_code: readBoolean(cell('show_code')),
    in_network: cellValue('in_network') === '' || readBoolean(cell('in_network')),
    created_at: parseMoment(cell('created_at'), rules.dateOrder) ?? null,
    code_field,
    short_host: withoutFinalDot(cellValue('domain').toLowerCase()) || short.host || own.host,
  }
}

/** Returns why links cannot have this code, unless it is exact; otherwise an empty text. */
function codeFault(code = ''): string {
  if (code === '') return ''
  if (!SHORT_CODE_PATTERN.test(code)) return SHORT_CODE_HELP
  return isReservedName(code) ? 'This code is reserved. Choose another.' : ''
}

/** Returns the number of a cell such as `1,204`; 0 if it is none. */
function readCount(cell: string): number {
  const digits = /^\d{1,3}(?:([,. ])\d{3})(?:\1\d{3})*$|^\d+$/.test(cell)
    ? cell.replace(/\D/g, '')
    : '0'
  return Math.min(Number(digits), MAX_ID)
}

/** Returns the content of a cell with JSON. */
function readJson(cell: string): unknown {
  try {
    return JSON.parse(cell)
  } catch {
    throw new RowError('rules', 'Write the rules as JSON, as an export of this app does.')
  }
}

const rulesOf = (row: RowRules, rules: NewRule[]): Rule[] =>
  withIds(
    rules.map((rule) => ({
      ...rule,
      target_url: rule.target_url === null ? null : target(row, rule.target_url, 'rules').url,
    })),
  )

function toRowError(issue: v.BaseIssue<unknown>, codeField: CodeField): RowError {
  const key = issue.path?.[0]?.key as ImportField
  return new RowError(key === 'short_code' ? codeField : key, issue.message)
}

function target(
  { config, ownDomains }: RowRules,
  typed: string,
  field: 'url' | 'fallback_url' | 'rules',
) {
  try {
    return readTarget(typed, config, ownDomains, field)
  } catch (error) {
    if (error instanceof FieldError) throw new RowError(field, error.message)
    throw error
  }
}
