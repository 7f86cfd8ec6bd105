import { createHmac } from 'node:crypto'
import { and, desc, eq, getTableColumns, gt, isNull, ne, or, sql, type Column } from 'drizzle-orm'
import { decryptToken, encryptToken } from '../../platform/secrets/token-cipher.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import { brands, postbackKeys } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { BrandRow } from './rates.ts'

/** How long the key before the present one still opens. */
const CHANGE_DAYS = 14
export const KEY_LENGTH = { least: 16, most: 200 } as const

type Key = Pick<Secrets, 'tokens'>

/** Another brand has that key. */
export class KeyTaken extends Error {
  override name = 'KeyTaken'
}

/**
 * The brand's key from now on; the one before it holds for two weeks more. The same key again changes
 * nothing; answers whether anything did. Throws `KeyTaken`, and a `RangeError` for a key that is too short.
 */
export async function setPostbackKey(
  tx: Tx,
  secrets: Key,
  brandId: string,
  key: string,
): Promise<boolean> {
  if (key.length < KEY_LENGTH.least || key.length > KEY_LENGTH.most)
    throw new RangeError(`A key has ${KEY_LENGTH.least} to ${KEY_LENGTH.most} characters.`)
  const keyHash = hashOf(secrets, key)
  const [known] = await tx.select().from(postbackKeys).where(eq(postbackKeys.keyHash, keyHash))
  if (known && known.brandId !== brandId) throw new KeyTaken('Another brand has that key.')
  if (known?.endsAt === null) return false
  const isOthers = and(eq(postbackKeys.brandId, brandId), ne(postbackKeys.keyHash, keyHash))
  // Two are good at most: what was on its way out goes.
  await tx.delete(postbackKeys).where(and(isOthers, sql`${postbackKeys.endsAt} is not null`))
  await tx
    .update(postbackKeys)
    .set({ endsAt: sql`now() + make_interval(days => ${CHANGE_DAYS})` })
    .where(isOthers)
  await tx
    .insert(postbackKeys)
    .values({ brandId, keyHash, sealed: encryptToken(secrets.tokens, key, sealOf(brandId)) })
    .onConflictDoUpdate({ target: postbackKeys.keyHash, set: { endsAt: null } })
  return true
}

const stillGood = or(isNull(postbackKeys.endsAt), gt(postbackKeys.endsAt, sql`now()`))

/** The row of the brand whose key has this hash; none where it holds no more. */
export const brandByHash = (hash: string): SqlPart => part`
  select brands.* from postback_keys join brands on brands.id = brand_id
  where key_hash = ${hash} and (ends_at is null or ends_at > now())`

/** Returns the brand that this key belongs to. */
export async function brandOfKey(
  deps: Pick<Deps, 'db' | 'secrets'>,
  key: string,
): Promise<BrandRow | undefined> {
  const hash = hashOf(deps.secrets, key)
  const [row] = await deps.db.named('postback-key')<{ brand: BrandJson }[]>`
    select to_json(brand) as brand from (${brandByHash(hash)}) as brand`
  if (!row) return undefined
  const brand = brandIn(row.brand)
  if (GUESSES.size >= MOST_GUESSES) GUESSES.clear()
  GUESSES.set(hash, brand.id)
  return brand
}

/** Whose keys were, by hash, so that what is counted for a brand can be counted while its key is looked up. */
const GUESSES = new Map<string, string>()
const MOST_GUESSES = 10_000

/** Who that key belonged to when it was last used here. Only a guess: whoever uses it asks the database as well. */
export const guessOf = (hash: string): string | undefined => GUESSES.get(hash)

export type BrandJson = Record<string, unknown>

const COLUMNS = Object.entries(getTableColumns(brands))

export function brandIn(brand: BrandJson): BrandRow {
  const values = COLUMNS.map(([name, column]) => [name, ofColumn(column, brand[column.name])])
  return Object.fromEntries(values) as BrandRow
}

const ofColumn = (column: Column, value: unknown) =>
  value === null ? null : column.mapFromDriverValue(value)

/** A brand by its name in the operator's file, and what it may sign with, the present key first. */
export async function signerOf(
  db: DbOrTx,
  { tokens }: Key,
  name: string,
): Promise<{ brand: BrandRow; keys: string[] } | undefined> {
  const rows = await db
    .select({ brand: brands, sealed: postbackKeys.sealed })
    .from(brands)
    .leftJoin(postbackKeys, and(eq(postbackKeys.brandId, brands.id), stillGood))
    .where(eq(brands.key, name))
    .orderBy(desc(postbackKeys.id))
  const [first] = rows
  if (!first) return undefined
  const { brand } = first
  const keys = rows.flatMap(
    ({ sealed }) => (sealed !== null && decryptToken(tokens, sealed, sealOf(brand.id))) || [],
  )
  return { brand, keys }
}

const sealOf = (brandId: string) => `postback key of ${brandId}`
export const hashOf = ({ tokens }: Key, key: string) =>
  createHmac('sha256', tokens).update(`postback key ${key}`).digest('hex')
