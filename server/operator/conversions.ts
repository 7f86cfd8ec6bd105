import { eq } from 'drizzle-orm'
import { ConfigError } from '../platform/config/config.ts'
import {
  approveConversion,
  assignCall,
  reverseConversion,
  type DecisionResult,
} from '../money/conversions/decisions.ts'
import { assignFunds } from '../money/conversions/postback.ts'
import { readInput } from '../money/conversions/postback-input.ts'
import type { Conversion } from '../money/conversions/states.ts'
import { takeOrder } from '../money/conversions/take-order.ts'
import type { Db } from '../platform/db/client.ts'
import { brands } from '../platform/db/schema.ts'
import { PartlyDone } from './actions/partly-done.ts'
import { readCsv, readNumbers, type CsvRow } from './csv-file.ts'
import { earnedText } from './earned.ts'
import { listOrders } from './list-orders.ts'
import type { MoneyVerb } from './money-verb.ts'
import { formatMinute, printable } from './printable.ts'
import { requireSentence } from './sentences.ts'
import { parseTypedLink } from './typed-links.ts'
import { waitingCalls, waitingOrders } from './waiting-orders.ts'

const COLUMNS = ['click_id', 'code', 'currency', 'status', 'reason', 'ordered_at', 'new_customer']

/** Columns of a file with orders. */
export const ORDER_COLUMNS = { needed: ['brand', 'order_id', 'amount'], others: COLUMNS }

/** Handles `conversions …`: lists orders that wait for the operator, and decides about them. */
export const CONVERSIONS: Record<string, MoneyVerb> = {
  list: (rest, { waiting, ...options }) => {
    if (rest.length > 0) throw new ConfigError('conversions list takes options only.')
    if (!waiting) return listOrders(options)
    if (Object.values(options).some((value) => value !== undefined))
      throw new ConfigError('--waiting takes no other options.')
    return listWaiting
  },
  import: ([path = '', ...rest]) => {
    if (path === '' || rest.length > 0) throw new ConfigError('Name the file to read.')
    const rows = readCsv(path, ORDER_COLUMNS)
    return (db) => importOrders(db, rows)
  },
  approve: (ids, { why }) => {
    const id = readSingleId(ids)
    const reason = why === undefined ? '' : requireSentence('why', why, 500)
    return async (db) =>
      describeDecision(id, await approveConversion(db, id, { why: reason, at: new Date() }))
  },
  reverse: (ids, { why }) => {
    const id = readSingleId(ids)
    const reason = requireSentence('why', why, 500)
    return async (db) =>
      describeDecision(id, await reverseConversion(db, id, { why: reason, at: new Date() }))
  },
  assign: ([call = '', link = '']) => {
    const [id = 0] = readNumbers([call], 'call')
    if (link === '') throw new ConfigError('Name the short code of the link.')
    const nameOfLink = parseTypedLink(link)
    return async (db, config) => {
      const code = await nameOfLink(db, config)
      return describeDecision(id, await assignCall(db, id, { code, at: new Date() }))
    }
  },
}

/** Reads a single id, because each decision has its own reason. */
function readSingleId(ids: string[]): number {
  const [id = 0, ...others] = readNumbers(ids, 'conversion')
  if (others.length > 0) throw new ConfigError('Name one conversion at a time.')
  return id
}

function describeDecision(id: number, decided: DecisionResult): string {
  if ('problem' in decided) throw new ConfigError(`${id} ${decided.problem}.`)
  const { orderId, state } = decided.conversion
  return printable(`Order ${orderId} is ${state}: ${earnedText(decided.conversion)}.`)
}

const MAX_LISTED = 100

const WAITING = 'Orders that need a decision or a rate, and calls without an order:'

/**
 * Lists held orders with the creator's objection, orders without an exchange rate, and calls with
 * an unknown click.
 */
async function listWaiting(db: Db): Promise<string> {
  const orders = await waitingOrders(db, MAX_LISTED + 1)
  const calls = await waitingCalls(db, MAX_LISTED)
  const lines = [
    ...orders.slice(0, MAX_LISTED).map(({ row, brand }) => {
      const hold = row.holdRule ? `  ${describeHold(row)}` : ''
      const appeal = row.appeal && `\n  objects: ${row.appeal}`
      return `${row.id}  ${brand} ${row.orderId}  ${earnedText(row)}${hold}${appeal}`
    }),
    ...(orders.length > MAX_LISTED ? [`More orders wait: these are the first ${MAX_LISTED}.`] : []),
    ...calls.map(({ id, state, at, raw }) => `call ${id}  ${state}  ${formatMinute(at)}  ${raw}`),
  ]
  if (lines.length === 0) return 'No order needs a decision or a rate.'
  return [WAITING, ...lines].map((line) => line.split('\n').map(printable).join('\n')).join('\n')
}

/** Returns the hold rule and the date by which the creator was promised a review. */
const describeHold = ({ holdRule, holdLookAt }: Conversion) =>
  `held: ${holdRule}${holdLookAt ? `, look again by ${dayOf(holdLookAt)}` : ''}`

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/**
 * Imports orders row by row, as if the shops had sent them. Importing the same file again changes
 * nothing. Throws if a row was refused; the others are stored.
 */
export async function importOrders(db: Db, rows: CsvRow[]): Promise<string> {
  const problems: string[] = []
  let accepted = 0
  for (const row of rows) {
    const problem = await importOrder(db, row)
    if (problem === null) accepted += 1
    else problems.push(printable(`line ${row.line}: ${problem}`))
  }
  const summary = `${accepted} of ${rows.length} orders were accepted.`
  const refusal = [summary, ...problems, TRY_AGAIN].join('\n')
  if (problems.length > 0) throw accepted > 0 ? new PartlyDone(refusal) : new ConfigError(refusal)
  return summary
}

const TRY_AGAIN = 'Correct these lines and import the file again. Accepted orders stay as they are.'

async function importOrder(db: Db, row: CsvRow): Promise<string | null> {
  const [brand] = await db
    .select()
    .from(brands)
    .where(eq(brands.key, row.of('brand')))
  if (!brand) return `there is no brand ${row.of('brand')}`
  const fields = ['order_id', 'amount', ...COLUMNS]
    .map((name) => [name, row.of(name)] as const)
    .filter(([, value]) => value !== '')
  const read = readInput(Object.fromEntries(fields))
  if ('errors' in read) return problemOf(read.errors)
  const at = new Date()
  const order = { brand, input: read.input, by: 'operator', signedAt: null, at }
  const result = await takeOrder(db, order)
  if (result === 'unknown') return 'this click or code is unknown'
  if ('errors' in result) return problemOf(result.errors)
  await assignFunds({ db }, result.conversion, at)
  return null
}

const problemOf = (errors: Record<string, string[]>) =>
  Object.entries(errors)
    .map(([field, messages]) => `${field}: ${messages.join(' ')}`)
    .join('; ')
