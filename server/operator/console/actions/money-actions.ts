import {
  approveConversion,
  assignCall,
  reverseConversion,
} from '../../../money/conversions/decisions.ts'
import {
  acceptMissingSale,
  declineMissingSale,
} from '../../../money/missing-sales/answer-missing-sale.ts'
import { markForm, unmarkForm } from '../../../money/wallet/tax-form.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import type { ActionName } from '../../actions/actions.ts'
import { importOrders, ORDER_COLUMNS } from '../../conversions.ts'
import { readCsvText } from '../../csv-file.ts'
import { settle } from '../../settle.ts'
import { parseTypedLink } from '../../typed-links.ts'
import { CARD_COLUMNS, cardsIn, storeCards } from '../../vouchers.ts'
import { numberIn, reasonIn, requireUser, type ConsoleAction, type Form } from './console-action.ts'
import { requireCents, requireDay, requireText } from './require-text.ts'

type Decided = { problem: string } | object

function requireDone(what: string, decided: Decided): void {
  if ('problem' in decided) throw new ConfigError(`${what} ${decided.problem}.`)
}

const linkIn = (form: Form) => parseTypedLink(requireText('link', form['link'], 200))
const fileIn = (form: Form) => form['file'] ?? ''

/** Returns a positive amount in cents. */
function amountIn(form: Form): number {
  const cents = requireCents(form['amount'])
  if (cents === 0) throw new ConfigError('Enter an amount greater than 0.')
  return cents
}

/** Creates an action that approves or reverses an order. */
const orderDecision = (
  decide: typeof approveConversion | typeof reverseConversion,
): ConsoleAction => ({
  kinds: ['order'],
  prepare(_deps, id, form) {
    const why = reasonIn(form)
    return async (tx) =>
      requireDone(`Order ${id}`, await decide(tx, numberIn(id), { why, at: new Date() }))
  },
})

/** Actions about orders, missing sales, tax forms, gift cards and payments of brands. */
export const MONEY_ACTIONS = {
  'order.approve': orderDecision(approveConversion),
  'order.reverse': orderDecision(reverseConversion),
  'order.assign': {
    kinds: ['call'],
    prepare({ config }, id, form) {
      const nameOfLink = linkIn(form)
      return async (tx) => {
        const code = await nameOfLink(tx, config)
        requireDone(`Call ${id}`, await assignCall(tx, numberIn(id), { code, at: new Date() }))
      }
    },
  },
  'order.import': {
    kinds: ['file'],
    answers: 'text',
    prepare(_deps, _name, form) {
      const rows = readCsvText(fileIn(form), ORDER_COLUMNS)
      return (tx) => importOrders(tx, rows)
    },
  },
  'sale.accept': {
    kinds: ['sale'],
    prepare({ config }, id, form) {
      const [nameOfLink, cents] = [linkIn(form), amountIn(form)]
      return async (tx) => {
        const code = await nameOfLink(tx, config)
        requireDone(
          `Missing sale ${id}`,
          await acceptMissingSale(tx, numberIn(id), { code, cents, at: new Date() }),
        )
      }
    },
  },
  'sale.decline': {
    kinds: ['sale'],
    prepare(_deps, id, form) {
      const why = reasonIn(form)
      return async (tx) => {
        if (!(await declineMissingSale(tx, numberIn(id), { why, at: new Date() })))
          throw new ConfigError('This missing sale was answered already.')
      }
    },
  },
  'tax-form.record': {
    kinds: ['user'],
    prepare(_deps, id, form) {
      const since = form['since'] === 'none' ? null : requireDay(form['since'])
      return async (tx) => {
        const { email } = await requireUser(tx, id)
        if (since === null) await unmarkForm(tx, email)
        else requireDone('This form', await markForm(tx, email, { since, at: new Date() }))
      }
    },
  },
  'vouchers.import': {
    kinds: ['file'],
    answers: 'text',
    prepare({ secrets }, _name, form) {
      const cards = cardsIn('the file', readCsvText(fileIn(form), CARD_COLUMNS))
      return (tx) => storeCards(tx, secrets, form['vendor'] ?? '', cards)
    },
  },
  'brand.settle': {
    kinds: ['brand'],
    answers: 'text',
    prepare(_deps, key, form) {
      const [cents, reference] = [amountIn(form), requireText('ref', form['ref'], 200)]
      return (tx) => settle(tx, { key, cents, reference })
    },
  },
} satisfies Partial<Record<ActionName, ConsoleAction>>
