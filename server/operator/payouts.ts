import { existsSync, writeFileSync } from 'node:fs'
import { inArray } from 'drizzle-orm'
import { ConfigError, type Config } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { users } from '../platform/db/schema.ts'
import { formatCents } from '../platform/money.ts'
import { queueBatch } from '../money/paypal/queue-batch.ts'
import { dormantBalances } from '../money/wallet/dormant.ts'
import {
  approvePayouts,
  batchByHand,
  markPaid,
  openBatch,
  openPayouts,
  rejectPayout,
  returnPayout,
  type DecisionResult,
} from '../money/wallet/payouts.ts'
import { numberOf, type RedemptionRow } from '../money/wallet/redemption-rows.ts'
import { COMMAND_LINE } from './actions/audit-log.ts'
import { perform } from './actions/perform.ts'
import { readCents, readNumbers } from './csv-file.ts'
import type { MoneyVerb } from './money-verb.ts'
import { batchCsv, countOf, refusedText, SEND_REFUSALS, sumOf } from './payout-texts.ts'
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
  batch: (rest) => {
    if (rest.length > 0) throw new ConfigError('payouts batch takes no further words.')
    return (db) => openForPaypal(db)
  },
  send: (numbers, { 'dry-run': isDryRun = false }) => {
    const [batchId = 0, ...rest] = readNumbers(numbers, 'batch')
    if (rest.length > 0) throw new ConfigError('Send one batch at a time.')
    return (db, config) => sendThroughPaypal(db, config, { batchId, isDryRun })
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
        ...(row.batchId === null ? [] : [`batch ${row.batchId}`]),
        ...(row.paypalState === null ? [] : [`PayPal: ${row.paypalState}`]),
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
  const batch = again === undefined ? await openRecorded(db) : await exportRecorded(db, again)
  if (!batch && again !== undefined)
    throw new ConfigError(`Batch ${again} was sent through PayPal and cannot be paid by hand.`)
  if (!batch) return 'No payouts are ready.'
  if (batch.rows.length === 0) throw new ConfigError(`There is no batch ${batch.batchId}.`)
  const { batchId, rows } = batch
  try {
    writeFileSync(path, batchCsv(batchId, rows), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const problem = (error as Error).message
    throw new ConfigError(
      `Batch ${batchId} is open, but ${path} was not written: ${problem}. Try again with --batch ${batchId}.`,
    )
  }
  return `Batch ${batchId}: ${countOf(rows)} with ${formatCents(sumOf(rows))} in total, in ${path}.`
}

/**
 * Opens a batch and records it. The file is written after this transaction: a file without a batch
 * could be paid twice.
 */
const openRecorded = (db: Db) =>
  perform(db, COMMAND_LINE, { action: 'payout.open', subject: 'batch by hand', why: '' }, (tx) =>
    openBatch(tx, new Date()),
  )

const exportRecorded = (db: Db, batchId: number) =>
  perform(
    db,
    COMMAND_LINE,
    { action: 'payout.export', subject: `batch ${batchId}`, why: '' },
    (tx) => batchByHand(tx, batchId),
  )

async function openForPaypal(db: Db): Promise<string> {
  const batch = await openBatch(db, new Date(), 'open')
  if (!batch) return 'No PayPal payouts are ready.'
  const { batchId, rows } = batch
  return `Batch ${batchId}: ${countOf(rows)} with ${formatCents(sumOf(rows))} in total. Send it with payouts send ${batchId}.`
}

type SendOptions = { batchId: number; isDryRun: boolean }

/** Sends a batch through PayPal. The server does so in a job, which repeats lost requests safely. */
async function sendThroughPaypal(
  db: Db,
  config: Config,
  { batchId, isDryRun }: SendOptions,
): Promise<string> {
  if (!config.paypal)
    throw new ConfigError('Set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET, or export the payouts.')
  const queued = await queueBatch(db, batchId, { at: new Date(), isDryRun })
  if (queued.isRefused) throw new ConfigError(SEND_REFUSALS[queued.is](batchId))
  const what = `${countOf(queued.rows)}, ${(sumOf(queued.rows) / 100).toFixed(2)} USD`
  const host = new URL(config.paypal.api).host
  if (queued.is === 'ready') return `Batch ${batchId}: ${what}. Nothing was sent to ${host}.`
  if (queued.is === 'queued')
    return `Batch ${batchId}: ${what}. The server sends it to ${host} now; status shows the result.`
  return isDryRun
    ? `Batch ${batchId} was sent before. ${what} not paid yet.`
    : `Batch ${batchId} was sent before. ${what} not paid yet. The server asks ${host} again.`
}

/** Returns what was decided. Throws if any payout does not exist or is in another state. */
function describeResult({ done, refused: not }: DecisionResult, what: string): string {
  const lines = not.map(({ id, state }) => refusedText(id, state))
  const count = done.length === 1 ? '1 payout is' : `${done.length} payouts are`
  const text = [...(done.length > 0 ? [`${count} ${what}.`] : []), ...lines].join('\n')
  if (not.some(({ state }) => state !== what)) throw new ConfigError(text)
  return text
}
