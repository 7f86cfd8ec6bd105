import { and, eq, getTableColumns, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '../../../platform/db/client.ts'
import { brands, deskPeople, type DeskRole } from '../../../platform/db/schema.ts'

type PersonRow = typeof deskPeople.$inferSelect

export type DeskPerson = PersonRow & {
  /** Whether the person has a passkey. */
  hasPasskey: boolean
}

/** Columns of a person. A query that joins the table selects them. */
export const personColumns = {
  ...getTableColumns(deskPeople),
  // Drizzle writes columns of a query with one table without its name, so the names are text here.
  hasPasskey: sql<boolean>`exists (
    select 1 from desk_passkeys where desk_passkeys.person_id = desk_people.id)`,
}

/** Returns the second factors of a person. */
export const factorsOf = ({ sealedSecret, hasPasskey }: DeskPerson) => ({
  hasApp: sealedSecret !== null,
  hasPasskey,
})

/** Returns whether a person has a second factor. */
export const hasFactor = (person: DeskPerson): boolean =>
  person.sealedSecret !== null || person.hasPasskey

/** Maximum number of people in the desk of a brand. */
export const MAX_PEOPLE = 50

/** Email of the person who stands for everybody with a link that names nobody. */
const NOBODY = ''

/** Returns what a person is called in the desk and in its log. */
export const nameOfPerson = ({ name, email }: Pick<DeskPerson, 'name' | 'email'>): string =>
  name || email || 'Shared link'

/** Returns the people of a brand, those who joined first. */
export const listPeople = (db: DbOrTx, brandId: string): Promise<DeskPerson[]> =>
  db
    .select(personColumns)
    .from(deskPeople)
    .where(eq(deskPeople.brandId, brandId))
    .orderBy(sql`${deskPeople.joinedAt} nulls last`, deskPeople.invitedAt, deskPeople.id)

export async function findPerson(db: DbOrTx, id: string): Promise<DeskPerson | undefined> {
  const [row] = await db.select(personColumns).from(deskPeople).where(eq(deskPeople.id, id))
  return row
}

/** Returns the people with this address, with their brands. */
export const findPeopleByAddress = (db: DbOrTx, email: string) =>
  db
    .select({ id: deskPeople.id, brandId: brands.id, brandName: brands.name })
    .from(deskPeople)
    .innerJoin(brands, eq(brands.id, deskPeople.brandId))
    .where(and(eq(deskPeople.email, email), ne(deskPeople.email, NOBODY)))
    .orderBy(brands.name, brands.id)

/** Returns the person for links that name nobody, an owner. Adds them with the first such link. */
export const sharedPerson = (db: DbOrTx, brandId: string): Promise<PersonRow> =>
  addOwner(db, brandId, NOBODY)

/** Lets the operator add an owner. The role of a known person stays. */
export async function addOwner(db: DbOrTx, brandId: string, email: string): Promise<PersonRow> {
  await db
    .insert(deskPeople)
    .values({ brandId, email, role: 'owner' })
    .onConflictDoNothing({ target: [deskPeople.brandId, deskPeople.email] })
  const [row] = await db
    .select()
    .from(deskPeople)
    .where(and(eq(deskPeople.brandId, brandId), eq(deskPeople.email, email)))
  if (!row) throw new Error('no row')
  return row
}

export const noteJoined = (db: DbOrTx, id: string) =>
  db
    .update(deskPeople)
    .set({ joinedAt: sql`now()` })
    .where(and(eq(deskPeople.id, id), isNull(deskPeople.joinedAt)))

type Change = { brandId: string; personId: string }

const ofBrand = ({ brandId, personId }: Change) =>
  and(eq(deskPeople.brandId, brandId), sql`${deskPeople.id}::text = ${personId}`)

export type PeopleAnswer = 'none' | 'last-owner' | { done: PersonRow }

/** Changes a role. The next request of the person has it. */
export const setRole = (db: Db, change: Change, role: DeskRole): Promise<PeopleAnswer> =>
  db.transaction(async (tx) => {
    const isAllowed = role === 'owner' || (await hasOtherOwner(tx, change))
    if (!isAllowed) return refusal(tx, change)
    const [done] = await tx.update(deskPeople).set({ role }).where(ofBrand(change)).returning()
    return done ? { done } : 'none'
  })

/** Removes a person with their sessions, links and identities. */
export const removePerson = (db: Db, change: Change): Promise<PeopleAnswer> =>
  db.transaction(async (tx) => {
    if (!(await hasOtherOwner(tx, change))) return refusal(tx, change)
    const [done] = await tx.delete(deskPeople).where(ofBrand(change)).returning()
    return done ? { done } : 'none'
  })

async function refusal(tx: Tx, change: Change): Promise<PeopleAnswer> {
  const known = await tx.$count(deskPeople, ofBrand(change))
  return known === 0 ? 'none' : 'last-owner'
}

/**
 * Returns whether another owner has joined. Locks the owners of the brand, so that two of them cannot
 * remove each other at once.
 */
async function hasOtherOwner(tx: Tx, { brandId, personId }: Change): Promise<boolean> {
  const owners = await tx
    .select({ id: deskPeople.id })
    .from(deskPeople)
    .where(
      and(
        eq(deskPeople.brandId, brandId),
        eq(deskPeople.role, 'owner'),
        isNotNull(deskPeople.joinedAt),
      ),
    )
    .orderBy(deskPeople.id)
    .for('update')
  return owners.some(({ id }) => id !== personId)
}
