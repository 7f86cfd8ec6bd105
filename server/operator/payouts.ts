import { existsSync, writeFileSync } from 'node:fs'
import { inArray } from 'drizzle-orm'
import { csvLine } from '#contract/csv.ts'
import { ConfigError } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { users } from '../platform/db/schema.ts'
import { formatCents } from '../platform/money.ts'
import { dormantBalances } from '../money/wallet/dormant.ts'
import {
  approvePayouts,
  batchRows,
  markPaid,
  openBatch,
  openPayouts,
  rejectPayout,
  returnPayout,
  type DecisionResult,
} from '../money/wallet/payouts.ts'
import { numberOf, type RedemptionRow } from '../money/wallet/redemption-rows.ts'
import { readCents, readNumbers } from './csv-file.ts'
import type { MoneyVerb } from './money-verb.ts'
import { formatMinute, printable } from './printable.ts'
import { requireSentence } from './sentences.ts'

/** Handles `payouts …`: lists requested payouts and records decisions about them. */
export const PAYOUTS: Record<string, MoneyVerb> = {
  dormant: (rest, { years = '' }) => {
    if (rest.length > 0 || !/^[1-9]\d?$/.test(years))
      throw new ConfigError('--years must be a number of years, like 3.')
    return (db) => showDormant(db, Number(years))
  },
  list: () => async (db) => {
    const rows = await openPayouts(db)
    if (rows.length === 0) return 'No payouts are waiting.'
    return (await linesOf(db, rows)).join('\n')
  },
  approve: (ids) => {
    const chosen = readNumbers(ids, 'payout')
    return async (db) => describeResult(await approvePayouts(db, chosen, new Date()), 'approved')
  },
  export: ([path = ''], { batch }) => {
    if (path === '') throw new ConfigError('Name the file to write.')
    if (existsSync(path)) throw new ConfigError(`${path} already exists.`)
    const again = batch === undefined ? undefined : readNumbers([batch], 'batch')[0]
    return (db) => exportBatch(db, path, again)
  },
  paid: (ids, { ref, fee }) => {
    const chosen = readNumbers(ids, 'payout')
    const reference = requireSentence('ref', ref, 200)
    const feeCents = fee === undefined ? 0 : readCents(fee, '--fee')
    return async (db) => {
      const at = new Date()
      return describeResult(await markPaid(db, chosen, { reference, feeCents, at }), 'paid')
    }
  },
  rejected: (ids, { why }) => {
    const [id = 0, ...rest] = readNumbers(ids, 'payout')
    if (rest.length > 0)
      throw new ConfigError('Name one payout at a time, because each needs its own reason.')
    const reason = requireSentence('why', why, 500)
    return async (db) => describeResult(await rejectPayout(db, id, reason, new Date()), 'rejected')
  },
  returned: (ids, { why }) => {
    const [id = 0, ...rest] = readNumbers(ids, 'payout')
    if (rest.length > 0)
      throw new ConfigError('Name one payout at a time, because each needs its own reason.')
    const reason = requireSentence('why', why, 500)
    return async (db) => describeResult(await returnPayout(db, id, reason, new Date()), 'returned')
  },
}

/**
 * Lists balances without movement for a number of years. Changes nothing: the money still belongs
 * to its owner.
 */
async function showDormant(db: Db, years: number): Promise<string> {
  const rows = await dormantBalances(db, years)
  if (rows.length === 0) return `There are no balances without movement for ${years} years.`
  return rows
    .map(({ owner, email, cents, since }) =>
      printable(
        `${formatCents(cents).padStart(12)}  since ${formatMinute(since)}  ${email ?? `former user (${owner})`}`,
      ),
    )
    .join('\n')
}

async function linesOf(db: Db, rows: RedemptionRow[]): Promise<string[]> {
  const ids = rows.map(({ userId }) => userId)
  const people = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, ids))
  const byId = new Map(people.map(({ id, email }) => [id, email]))
  return rows.map((row) =>
    printable(
      [
        `${row.id}  ${numberOf(row)}  ${row.state.padEnd(10)} ${formatCents(row.cents)}`,
        `${row.kind} ${row.target}`,
        `for ${byId.get(row.userId) ?? 'a former user'}, ${formatMinute(row.createdAt)}`,
        ...(row.waitsForForm ? ['waits for a tax form'] : []),
      ].join('  '),
    ),
  )
}

/**
 * Writes the file of a payout batch. The batch is opened first, so if writing fails, `--batch`
 * writes it again.
 */
async function exportBatch(db: Db, path: string, again: number | undefined): Promise<string> {
  const batch =
    again === undefined
      ? await openBatch(db, new Date())
      : { batchId: again, rows: await batchRows(db, again) }
  if (!batch) return 'No payouts are ready.'
  if (batch.rows.length === 0) throw new ConfigError(`There is no batch ${batch.batchId}.`)
  const { batchId, rows } = batch
  const head = csvLine(['batch', 'id', 'number', 'kind', 'to', 'amount', 'currency'])
  const lines = rows.map((row) =>
    csvLine([
      String(batchId),
      String(row.id),
      numberOf(row),
      row.kind,
      row.target,
      (row.cents / 100).toFixed(2),
      'USD',
    ]),
  )
  try {
    writeFileSync(path, head + lines.join(''), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const problem = (error as Error).message
    throw new ConfigError(
      `Batch ${batchId} is open, but ${path} was not written: ${problem}. Try again with --batch ${batchId}.`,
    )
  }
  const sum = formatCents(rows.reduce((total, { cents }) => total + cents, 0))
  const count = rows.length === 1 ? '1 payout' : `${rows.length} payouts`
  return `Batch ${batchId}: ${count} with ${sum} in total, in ${path}.`
}

/** Returns what was decided. Throws if any payout does not exist or is in another state. */
function describeResult({ done, refused: not }: DecisionResult, what: string): string {
  const lines = not.map(({ id, state }) =>
    state === 'missing' ? `There is no payout ${id}.` : `${id} is ${state} and was not changed.`,
  )
  const count = done.length === 1 ? '1 payout is' : `${done.length} payouts are`
  const text = [...(done.length > 0 ? [`${count} ${what}.`] : []), ...lines].join('\n')
  if (not.some(({ state }) => state !== what)) throw new ConfigError(text)
  return text
}
