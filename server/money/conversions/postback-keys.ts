import { createHmac } from 'node:crypto'
import { and, desc, eq, getTableColumns, gt, isNull, ne, or, sql, type Column } from 'drizzle-orm'
import { decryptToken, encryptToken } from '../../platform/secrets/token-cipher.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { part, type SqlPart } from '../../platform/db/sql.ts'
import { brands, postbackKeys } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { BrandRow } from './rates.ts'

/** Number of days the previous key stays valid after a change. */
const CHANGE_DAYS = 14
export const KEY_LENGTH = { least: 16, most: 200 } as const

type Key = Pick<Secrets, 'tokens'>

/** Thrown if another brand has the same key. */
export class KeyTaken extends Error {
  override name = 'KeyTaken'
}

/**
 * Sets the key of a brand. The previous key stays valid for two weeks. Returns false if the key is
 * the current one. Throws `KeyTaken` if another brand has it, and a `RangeError` if its length is
 * not allowed.
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
  // At most two keys are valid: delete the one that was already expiring.
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

/** Returns a query for the brand with this key hash; no row if the key has expired. */
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

/**
 * Brand ids by key hash, as last seen by this process. They allow counting calls for a brand in the
 * same query that checks the key.
 */
const GUESSES = new Map<string, string>()
const MOST_GUESSES = 10_000

/** Returns the probable brand of a key. The caller must verify it in the database. */
export const guessOf = (hash: string): string | undefined => GUESSES.get(hash)

export type BrandJson = Record<string, unknown>

const COLUMNS = Object.entries(getTableColumns(brands))

export function brandIn(brand: BrandJson): BrandRow {
  const values = COLUMNS.map(([name, column]) => [name, ofColumn(column, brand[column.name])])
  return Object.fromEntries(values) as BrandRow
}

const ofColumn = (column: Column, value: unknown) =>
  value === null ? null : column.mapFromDriverValue(value)

/** Returns a brand by its name in the operator's file, and its signing keys, current one first. */
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
