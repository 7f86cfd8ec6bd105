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
const OLD_KEY_DAYS = 14
export const KEY_LENGTH = { min: 16, max: 200 } as const

type KeySecrets = Pick<Secrets, 'tokens'>

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
  secrets: KeySecrets,
  brandId: string,
  key: string,
): Promise<boolean> {
  if (key.length < KEY_LENGTH.min || key.length > KEY_LENGTH.max)
    throw new RangeError(`A key has ${KEY_LENGTH.min} to ${KEY_LENGTH.max} characters.`)
  const keyHash = hashOf(secrets, key)
  const [known] = await tx.select().from(postbackKeys).where(eq(postbackKeys.keyHash, keyHash))
  if (known && known.brandId !== brandId) throw new KeyTaken('Another brand has that key.')
  if (known?.endsAt === null) return false
  const otherKeys = and(eq(postbackKeys.brandId, brandId), ne(postbackKeys.keyHash, keyHash))
  // At most two keys are valid: delete the one that was already expiring.
  await tx.delete(postbackKeys).where(and(otherKeys, sql`${postbackKeys.endsAt} is not null`))
  await tx
    .update(postbackKeys)
    .set({ endsAt: sql`now() + make_interval(days => ${OLD_KEY_DAYS})` })
    .where(otherKeys)
  await tx
    .insert(postbackKeys)
    .values({ brandId, keyHash, sealed: encryptToken(secrets.tokens, key, sealOf(brandId)) })
    .onConflictDoUpdate({ target: postbackKeys.keyHash, set: { endsAt: null } })
  return true
}

const isValid = or(isNull(postbackKeys.endsAt), gt(postbackKeys.endsAt, sql`now()`))

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
  if (CACHED_BRAND_IDS.size >= MAX_CACHED_BRANDS) CACHED_BRAND_IDS.clear()
  CACHED_BRAND_IDS.set(hash, brand.id)
  return brand
}

/**
 * Brand ids by key hash, as last seen by this process. They allow counting calls for a brand in the
 * same query that checks the key.
 */
const CACHED_BRAND_IDS = new Map<string, string>()
const MAX_CACHED_BRANDS = 10_000

/** Returns the probable brand of a key. The caller must verify it in the database. */
export const cachedBrandIdOf = (hash: string): string | undefined => CACHED_BRAND_IDS.get(hash)

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
  { tokens }: KeySecrets,
  name: string,
): Promise<{ brand: BrandRow; keys: string[] } | undefined> {
  const rows = await db
    .select({ brand: brands, sealed: postbackKeys.sealed })
    .from(brands)
    .leftJoin(postbackKeys, and(eq(postbackKeys.brandId, brands.id), isValid))
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
export const hashOf = ({ tokens }: KeySecrets, key: string) =>
  createHmac('sha256', tokens).update(`postback key ${key}`).digest('hex')
