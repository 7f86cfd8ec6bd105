import { ConfigError } from '../platform/config/config.ts'
import {
  acceptMissingSale,
  declineMissingSale,
  openMissingSales,
} from '../money/missing-sales/answer-missing-sale.ts'
import { readCents, readNumbers } from './csv-file.ts'
import { earnedText } from './earned.ts'
import type { MoneyVerb } from './money-verb.ts'
import { formatMinute, printable } from './printable.ts'
import { requireSentence } from './sentences.ts'
import { parseTypedLink } from './typed-links.ts'

const MAX_LISTED = 100

/** Verbs of `conversions …` for sales that creators report as missing. */
export const MISSING_SALES: Record<string, MoneyVerb> = {
  missing: () => async (db) => {
    const rows = await openMissingSales(db, MAX_LISTED)
    if (rows.length === 0) return 'There are no missing sales.'
    return rows
      .map(({ sale, email }) => {
        const { id, day, shop, orderNumber, note, createdAt } = sale
        const who = `told by ${email ?? 'a former user'}, ${formatMinute(createdAt)}`
        const line = printable(`${id}  ${day}  ${shop}  order ${orderNumber}  ${who}`)
        return note === '' ? line : `${line}\n  says: ${printable(note)}`
      })
      .join('\n')
  },
  accept: ([sale = '', link = ''], { amount }) => {
    const [id = 0] = readNumbers([sale], 'missing sale')
    if (link === '') throw new ConfigError('Name the short code of the link.')
    const cents = readCents(amount, '--amount')
    const nameOfLink = parseTypedLink(link)
    return async (db, config) => {
      const code = await nameOfLink(db, config)
      const answered = await acceptMissingSale(db, id, { code, cents, at: new Date() })
      if ('problem' in answered) throw new ConfigError(`${id} ${answered.problem}.`)
      const { orderId, state } = answered.conversion
      return printable(`Order ${orderId} is ${state}: ${earnedText(answered.conversion)}.`)
    }
  },
  decline: ([sale = ''], { why }) => {
    const [id = 0] = readNumbers([sale], 'missing sale')
    const reason = requireSentence('why', why, 500)
    return async (db) => {
      if (!(await declineMissingSale(db, id, { why: reason, at: new Date() })))
        throw new ConfigError(`${id} is not an open missing sale.`)
      return `${id} is declined, and its creator is told why.`
    }
  },
}
