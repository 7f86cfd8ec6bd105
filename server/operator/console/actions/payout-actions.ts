import { queueBatch } from '../../../money/paypal/queue-batch.ts'
import {
  approvePayouts,
  batchByHand,
  markPaid,
  openBatch,
  rejectPayout,
  returnPayout,
  type DecisionResult,
} from '../../../money/wallet/payouts.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import type { ActionName } from '../../actions/actions.ts'
import { batchCsv, SEND_REFUSALS } from '../../payout-texts.ts'
import { yearCsv } from '../../year-of-payouts.ts'
import { gone, numberIn, reasonIn, type ConsoleAction } from './console-action.ts'
import { requireCents, requireText } from './require-text.ts'

/** Checks that a payout was decided. A repeated decision is refused and changes nothing. */
function requireDecided({ refused: [refused] }: DecisionResult): void {
  if (!refused) return
  const { id, state } = refused
  if (state === 'missing') throw gone('payout')
  throw new ConfigError(`Payout ${id} is ${state.replace('_', ' ')} and was not changed.`)
}

/** Actions about payouts and their batches. */
export const PAYOUT_ACTIONS = {
  'payout.approve': {
    kinds: ['payouts'],
    prepare: (_deps, id) => async (tx) =>
      requireDecided(await approvePayouts(tx, [numberIn(id)], new Date())),
  },
  'payout.paid': {
    kinds: ['payouts'],
    prepare(_deps, id, form) {
      const reference = requireText('ref', form['ref'], 200)
      const feeCents = requireCents(form['fee'])
      return async (tx) => {
        const paid = { reference, feeCents, at: new Date() }
        requireDecided(await markPaid(tx, [numberIn(id)], paid))
      }
    },
  },
  'payout.reject': {
    kinds: ['payouts'],
    prepare(_deps, id, form) {
      const why = reasonIn(form)
      return async (tx) => requireDecided(await rejectPayout(tx, numberIn(id), why, new Date()))
    },
  },
  'payout.return': {
    kinds: ['payouts'],
    prepare(_deps, id, form) {
      const why = reasonIn(form)
      return async (tx) => requireDecided(await returnPayout(tx, numberIn(id), why, new Date()))
    },
  },
  'payout.open': {
    kinds: ['batch'],
    prepare: (_deps, way) => async (tx) => {
      const batch = await openBatch(tx, new Date(), way === 'for PayPal' ? 'open' : 'hand')
      if (!batch) throw new ConfigError('No payouts are ready. Approve requests first.')
    },
  },
  'payout.send': {
    kinds: ['batch'],
    prepare({ config }, id) {
      if (!config.paypal) throw new ConfigError('PayPal is not set up. Pay this batch by hand.')
      return async (tx) => {
        const queued = await queueBatch(tx, numberIn(id), { at: new Date(), isDryRun: false })
        if (queued.isRefused) throw new ConfigError(SEND_REFUSALS[queued.is](numberIn(id)))
      }
    },
  },
  'payout.export': {
    kinds: ['batch'],
    answers: 'file',
    prepare: (_deps, id) => async (tx) => {
      const batch = await batchByHand(tx, numberIn(id))
      if (!batch) throw new ConfigError('This batch was sent through PayPal.')
      if (batch.rows.length === 0) throw gone('batch')
      return { name: `payouts-${id}`, text: batchCsv(batch.batchId, batch.rows) }
    },
  },
  'payout.year': {
    kinds: ['year'],
    answers: 'file',
    prepare(_deps, year) {
      if (!/^20\d\d$/.test(year)) throw new ConfigError('Enter a year like 2026.')
      return async (tx) => ({
        name: `payouts-${year}`,
        text: await yearCsv(tx, Number(year)),
      })
    },
  },
} satisfies Partial<Record<ActionName, ConsoleAction>>
