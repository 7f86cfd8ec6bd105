import { randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { decryptToken, encryptToken } from '../../platform/secrets/token-cipher.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { brands, shopConnectors } from '../../platform/db/schema.ts'
import type { BrandRow } from '../../links/brands/organizations.ts'
import type { Platform } from './platform.ts'

export type Connector = typeof shopConnectors.$inferSelect

type KeySecrets = Pick<Secrets, 'tokens'>

/** Number of days the previous secret stays valid after a change. */
export const OLD_SECRET_DAYS = 14
export const SECRET_LENGTH = { min: 8, max: 200 } as const
const KEY_BYTES = 18

const ofBrand = (brandId: string, platform: Platform) =>
  and(eq(shopConnectors.brandId, brandId), eq(shopConnectors.platform, platform))

/** Returns the connectors of a brand. */
export const connectorsOf = (db: DbOrTx, brandId: string): Promise<Connector[]> =>
  db.select().from(shopConnectors).where(eq(shopConnectors.brandId, brandId))

export async function findConnector(
  db: DbOrTx,
  brandId: string,
  platform: Platform,
): Promise<Connector | undefined> {
  const [row] = await db.select().from(shopConnectors).where(ofBrand(brandId, platform))
  return row
}

/** Returns the connector with this address and its brand. */
export async function connectorByKey(
  db: DbOrTx,
  platform: Platform,
  key: string,
): Promise<{ connector: Connector; brand: BrandRow } | undefined> {
  const [row] = await db
    .select({ connector: shopConnectors, brand: brands })
    .from(shopConnectors)
    .innerJoin(brands, eq(brands.id, shopConnectors.brandId))
    .where(and(eq(shopConnectors.key, key), eq(shopConnectors.platform, platform)))
  return row
}

/** Creates the connector of a shop system, unless the brand has it. */
export async function addConnector(db: DbOrTx, brandId: string, platform: Platform): Promise<void> {
  const key = randomBytes(KEY_BYTES).toString('base64url')
  await db.insert(shopConnectors).values({ brandId, platform, key }).onConflictDoNothing()
}

/** Stores the secret of the shop. The previous one stays valid for two weeks. */
export async function setConnectorSecret(
  db: DbOrTx,
  secrets: KeySecrets,
  connector: Connector,
  secret: string,
): Promise<void> {
  if (validSecrets(secrets, connector)[0] === secret) return
  await db
    .update(shopConnectors)
    .set({
      sealedSecret: encryptToken(secrets.tokens, secret, sealOf(connector)),
      sealedOldSecret: shopConnectors.sealedSecret,
      oldSecretEndsAt: sql`now() + make_interval(days => ${OLD_SECRET_DAYS})`,
    })
    .where(eq(shopConnectors.id, connector.id))
}

/** Deletes a connector with its log. Orders that were recorded stay. */
export async function deleteConnector(
  db: DbOrTx,
  brandId: string,
  platform: Platform,
): Promise<void> {
  await db.delete(shopConnectors).where(ofBrand(brandId, platform))
}

/** Returns the secrets that are valid now, the current one first. */
export function validSecrets({ tokens }: KeySecrets, connector: Connector): string[] {
  const { sealedSecret, sealedOldSecret, oldSecretEndsAt } = connector
  const isOldValid = oldSecretEndsAt !== null && oldSecretEndsAt > new Date()
  return [sealedSecret, isOldValid ? sealedOldSecret : null].flatMap(
    (sealed) => (sealed !== null && decryptToken(tokens, sealed, sealOf(connector))) || [],
  )
}

const sealOf = ({ brandId, platform }: Connector) => `${platform} secret of ${brandId}`
