import { ConfigError } from '../platform/config/config.ts'
import { markForm, unmarkForm } from '../money/wallet/tax-form.ts'
import { isDay, isFutureDay } from './csv-file.ts'
import type { MoneyVerb } from './money-verb.ts'

/**
 * Handles `tax-form …`: records the day from which the operator has a user's tax form. Without a
 * form, payouts wait if TAX_FORM_FROM is set.
 */
export const taxForm: MoneyVerb = ([typed = '', ...rest], { since = '' }) => {
  if (typed === '' || rest.length > 0) throw new ConfigError('Name the email address of the user.')
  const email = typed.toLowerCase()
  if (since === 'none')
    return async (db) => {
      if (!(await unmarkForm(db, email)))
        throw new ConfigError(`There is no account with the address ${email}.`)
      return `No form of ${email} is on file.`
    }
  if (!isDay(since)) throw new ConfigError('--since must be a day like 2027-01-31, or none.')
  if (isFutureDay(since)) throw new ConfigError('This day is in the future. Check the year.')
  return async (db) => {
    const result = await markForm(db, email, { since, at: new Date() })
    if ('problem' in result) throw new ConfigError(result.problem)
    const { released } = result
    const payouts = released === 1 ? '1 payout waits' : `${released} payouts wait`
    return `A form of ${email} is on file since ${since}. ${payouts} for it no longer.`
  }
}
