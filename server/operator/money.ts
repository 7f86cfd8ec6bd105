import { ConfigError } from '../platform/config/config.ts'
import { CONVERSIONS } from './conversions.ts'
import { readCents } from './csv-file.ts'
import { MISSING_SALES } from './missing-sales.ts'
import type { MoneyOptions, MoneyVerb, Work } from './money-verb.ts'
import { PAYOUTS } from './payouts.ts'
import { requireSentence } from './sentences.ts'
import { settle } from './settle.ts'
import { taxForm } from './tax-form.ts'
import { importVouchers } from './vouchers.ts'

export type { MoneyOptions } from './money-verb.ts'

export const MONEY_USAGE = `
  npm run operator -- payouts list | approve <id>... | export <file.csv> [--batch <number>]
  npm run operator -- payouts batch | send <batch> [--dry-run]
  npm run operator -- payouts paid <id>... --ref <your reference> [--fee 0.35]
  npm run operator -- payouts rejected | returned <id> --why <what the person reads>
  npm run operator -- tax-form <email> --since <day, or none>
  npm run operator -- payouts dormant --years <number>
  npm run operator -- vouchers import <file.csv> --vendor <key>
      columns: value, code; optional: pin, currency (USD), country, ends (2027-01-31)
  npm run operator -- conversions list [--brand <key>] [--status <pending, held, approved, available or reversed>] [--page <number>]
  npm run operator -- conversions list --waiting
  npm run operator -- conversions import <file.csv>
      columns: brand, order_id, amount; optional: click_id, code, currency, status, reason, ordered_at, new_customer
  npm run operator -- conversions approve <id> [--why <why>] | reverse <id> --why <why>
  npm run operator -- conversions assign <call> <short code or short link>
  npm run operator -- conversions missing | accept <id> <short code or short link> --amount 100.00
  npm run operator -- conversions decline <id> --why <what the creator reads>
  npm run operator -- settled <brand> --amount 100.00 --ref <their reference>`

/** Returns the money command with the given first word. */
export function moneyCommand([noun = '', ...rest]: string[]):
  | ((options: MoneyOptions) => Work)
  | undefined {
  if (noun === 'settled') return (options) => settled(rest, options)
  if (noun === 'tax-form') return (options) => taxForm(rest, options)
  const verbs = Object.hasOwn(NOUNS, noun) ? NOUNS[noun] : undefined
  const [name = '', ...others] = rest
  const verb = verbs && Object.hasOwn(verbs, name) ? verbs[name] : undefined
  return verb && ((options) => verb(others, options))
}

const settled: MoneyVerb = ([key = '', ...rest], { amount, ref }) => {
  if (key === '' || rest.length > 0) throw new ConfigError('Name the brand that has paid.')
  const cents = readCents(amount, '--amount')
  if (cents === 0) throw new ConfigError('--amount must be greater than 0.')
  const reference = requireSentence('ref', ref, 200)
  return (db) => settle(db, { key, cents, reference })
}

const NOUNS: Record<string, Record<string, MoneyVerb>> = {
  payouts: PAYOUTS,
  conversions: { ...CONVERSIONS, ...MISSING_SALES },
  vouchers: { import: importVouchers },
}
