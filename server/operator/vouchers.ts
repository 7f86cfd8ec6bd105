import { eq } from 'drizzle-orm'
import { addVouchers, type NewVoucher } from '../money/wallet/import-vouchers.ts'
import { MIN_DAYS_TO_EXPIRY } from '../money/wallet/vouchers.ts'
import { ConfigError } from '../platform/config/config.ts'
import type { Db } from '../platform/db/client.ts'
import { giftCardVendors } from '../platform/db/schema.ts'
import { loadSecrets, type Secrets } from '../platform/secrets/secrets.ts'
import { centsIn, isDay, readCsv, type CsvRow } from './csv-file.ts'
import type { MoneyVerb } from './money-verb.ts'
import { printable } from './printable.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Columns of a file with gift cards. */
export const CARD_COLUMNS = {
  needed: ['value', 'code'],
  others: ['pin', 'currency', 'country', 'ends'],
}

/** Adds the gift cards of a file. If any line is wrong, all wrong lines are named and none is added. */
export const importVouchers: MoneyVerb = ([path = '', ...rest], { vendor: key }) => {
  if (path === '' || rest.length > 0) throw new ConfigError('Name the file to read.')
  if (!key) throw new ConfigError('--vendor is missing. It is the key of a vendor in the content.')
  const cards = cardsIn(path, readCsv(path, CARD_COLUMNS))
  return (db, config) => storeCards(db, loadSecrets(config.dataDir, process.env), key, cards)
}

/**
 * Returns the gift cards of the rows of a file.
 *
 * @throws ConfigError that names all wrong lines.
 */
export function cardsIn(path: string, rows: CsvRow[]): NewVoucher[] {
  if (rows.length === 0) throw new ConfigError(`${path} has no gift cards.`)
  const problems = rows.flatMap((row) =>
    problemsOf(row).map((problem) => printable(`line ${row.line}: ${problem}`)),
  )
  if (problems.length > 0)
    throw new ConfigError(
      [`No gift card was added. Correct these lines of ${path}:`, ...problems].join('\n'),
    )
  return rows.map(toVoucher)
}

/** Adds gift cards of a vendor. Returns a sentence with their number. */
export async function storeCards(
  db: Db,
  secrets: Pick<Secrets, 'tokens'>,
  key: string,
  cards: NewVoucher[],
): Promise<string> {
  const [vendor] = await db.select().from(giftCardVendors).where(eq(giftCardVendors.key, key))
  if (!vendor) throw new ConfigError(await explainVendors(db, key))
  const added = await db.transaction((tx) => addVouchers(tx, secrets, vendor.id, cards))
  const known = cards.length - added
  const cardCount = added === 1 ? '1 gift card' : `${added} gift cards`
  return `Added ${cardCount} of ${key}.${known > 0 ? ` ${known} were in stock already.` : ''}`
}

async function explainVendors(db: Db, key: string): Promise<string> {
  const vendors = await db
    .select({ key: giftCardVendors.key })
    .from(giftCardVendors)
    .orderBy(giftCardVendors.key)
  const keys = vendors.map((one) => one.key).join(', ')
  return `There is no vendor ${key}. ${keys === '' ? 'The content has no vendors.' : `Use one of ${keys}.`}`
}

function problemsOf({ of }: CsvRow): string[] {
  const [code, pin, ends, cents] = [of('code'), of('pin'), of('ends'), centsIn(of('value'))]
  return [
    ...(cents === undefined ? ['the value must be an amount like 25.00'] : []),
    ...(cents === 0 ? ['the value is 0'] : []),
    ...(code === '' ? ['the code is missing'] : []),
    ...(code.length > 200 || pin.length > 100 ? ['the code or the PIN is too long'] : []),
    ...(/^(USD)?$/i.test(of('currency')) ? [] : ['the currency must be USD']),
    ...expiryProblems(ends),
  ]
}

const day = (at: number) => new Date(at).toISOString().slice(0, 10)

function expiryProblems(ends: string): string[] {
  if (ends === '') return []
  if (!isDay(ends)) return ['`ends` must be a day like 2027-01-31']
  if (ends < day(Date.now())) return [`the card expired on ${ends}`]
  return ends > day(Date.now() + MIN_DAYS_TO_EXPIRY * DAY_MS)
    ? []
    : [
        `the card expires on ${ends}, and cards are handed out until ${MIN_DAYS_TO_EXPIRY} days before`,
      ]
}

const toVoucher = ({ of }: CsvRow): NewVoucher => ({
  valueCents: centsIn(of('value')) ?? 0,
  code: of('code'),
  pin: of('pin'),
  country: of('country').slice(0, 60),
  endsOn: of('ends') || null,
})
