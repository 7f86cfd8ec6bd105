import { and, eq, sql } from 'drizzle-orm'
import type { ProviderIdentity } from '../../../people/oidc/provider.ts'
import type { Db, DbOrTx } from '../../../platform/db/client.ts'
import { brands, deskIdentities } from '../../../platform/db/schema.ts'
import type { PersonKey } from '../sign-in-links.ts'

/** Person whose identity opens the desk of a brand. */
export type OpenedDesk = PersonKey & { name: string }

/** Returns the desks that an identity opens, with the names of their brands. */
export const desksOfIdentity = (
  db: DbOrTx,
  { issuer, subject }: ProviderIdentity,
): Promise<OpenedDesk[]> =>
  db
    .select({ id: deskIdentities.personId, brandId: brands.id, name: brands.name })
    .from(deskIdentities)
    .innerJoin(brands, eq(brands.id, deskIdentities.brandId))
    .where(and(eq(deskIdentities.issuer, issuer), eq(deskIdentities.subject, subject)))
    .orderBy(brands.name, brands.id)

/** Lets an identity open the desk of a brand as this person. */
export async function connectDesk(
  db: DbOrTx,
  { id: personId, brandId }: PersonKey,
  { issuer, subject, email }: ProviderIdentity,
): Promise<void> {
  await db
    .insert(deskIdentities)
    .values({ brandId, personId, issuer, subject, email })
    .onConflictDoUpdate({
      target: [deskIdentities.issuer, deskIdentities.subject, deskIdentities.brandId],
      set: { personId, email, lastUsedAt: sql`now()` },
    })
}

/** Returns the identities with which a person opens the desk. */
export const listDeskIdentities = (db: Db, personId: string) =>
  db
    .select()
    .from(deskIdentities)
    .where(eq(deskIdentities.personId, personId))
    .orderBy(deskIdentities.createdAt, deskIdentities.id)

/** Ends the access of an identity of a person. */
export const disconnectDesk = (db: Db, personId: string, id: string) =>
  db
    .delete(deskIdentities)
    .where(and(eq(deskIdentities.personId, personId), sql`${deskIdentities.id}::text = ${id}`))
