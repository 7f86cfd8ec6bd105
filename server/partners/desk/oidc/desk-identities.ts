import { and, eq, sql } from 'drizzle-orm'
import type { ProviderIdentity } from '../../../people/oidc/provider.ts'
import type { Db, DbOrTx } from '../../../platform/db/client.ts'
import { brands, deskIdentities } from '../../../platform/db/schema.ts'

/** Returns the brands whose desk an identity opens. */
export const brandsOfIdentity = (
  db: DbOrTx,
  { issuer, subject }: ProviderIdentity,
): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: brands.id, name: brands.name })
    .from(deskIdentities)
    .innerJoin(brands, eq(brands.id, deskIdentities.brandId))
    .where(and(eq(deskIdentities.issuer, issuer), eq(deskIdentities.subject, subject)))
    .orderBy(brands.name, brands.id)

/** Lets an identity open the desk of a brand. */
export async function connectDesk(
  db: DbOrTx,
  brandId: string,
  { issuer, subject, email }: ProviderIdentity,
): Promise<void> {
  await db
    .insert(deskIdentities)
    .values({ brandId, issuer, subject, email })
    .onConflictDoUpdate({
      target: [deskIdentities.issuer, deskIdentities.subject, deskIdentities.brandId],
      set: { email, lastUsedAt: sql`now()` },
    })
}

/** Returns the identities that open the desk of a brand. */
export const listDeskIdentities = (db: Db, brandId: string) =>
  db
    .select()
    .from(deskIdentities)
    .where(eq(deskIdentities.brandId, brandId))
    .orderBy(deskIdentities.createdAt, deskIdentities.id)

/** Ends the access of an identity to the desk of a brand. */
export const disconnectDesk = (db: Db, brandId: string, id: string) =>
  db
    .delete(deskIdentities)
    .where(and(eq(deskIdentities.brandId, brandId), sql`${deskIdentities.id}::text = ${id}`))
