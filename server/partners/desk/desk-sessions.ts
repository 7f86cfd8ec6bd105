import { and, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import { PROOF_MINUTES } from '#contract/people/factors.ts'
import { DESK_COOKIE_DAYS } from '#contract/people/session-cookies.ts'
import type { BrandRow } from '../../links/brands/organizations.ts'
import { hashSecret, newSecret } from '../../people/accounts/one-time-keys.ts'
import type { Db, DbOrTx, Tx } from '../../platform/db/client.ts'
import { brands, deskPeople, deskSessions } from '../../platform/db/schema.ts'
import { noteJoined, personColumns, type DeskPerson } from './people/people.ts'
import { useLink, type PersonKey } from './sign-in-links.ts'

export type DeskSession = {
  id: string
  brand: BrandRow
  person: DeskPerson
  /** Whether a code or passkey was used in this session in the last minutes. */
  isProven: boolean
}

const end = sql`now() + make_interval(days => ${DESK_COOKIE_DAYS})`

/** Whether a code or passkey was used at the sign-in. */
type SignInProof = { isProven: boolean }

/**
 * Starts a session with an unused link. `onOpened` runs in the same transaction. Returns the token for
 * the cookie, or undefined if the link is not valid.
 */
export const openSession = (
  db: Db,
  key: string,
  proof: SignInProof,
  onOpened: (tx: Tx, person: PersonKey) => Promise<void> = async () => {},
): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    const person = await useLink(tx, key)
    if (person === undefined) return undefined
    await onOpened(tx, person)
    return openSessionOf(tx, person, proof)
  })

/** Starts a session of a person and returns the token for the cookie. */
export async function openSessionOf(
  db: DbOrTx,
  { id: personId, brandId }: PersonKey,
  { isProven }: SignInProof,
): Promise<string> {
  const token = newSecret()
  const provenAt = isProven ? sql`now()` : null
  const session = { brandId, personId, tokenHash: hashSecret(token), expiresAt: end, provenAt }
  await db.insert(deskSessions).values(session)
  await noteJoined(db, personId)
  return token
}

const isOpen = and(isNull(deskSessions.revokedAt), gt(deskSessions.expiresAt, sql`now()`))

/** Returns the person of a session that is still signed in. */
export async function personOfSession(db: DbOrTx, id: string): Promise<PersonKey | undefined> {
  const [row] = await db
    .select({ id: deskSessions.personId, brandId: deskSessions.brandId })
    .from(deskSessions)
    .where(and(eq(deskSessions.id, id), isOpen))
  return row
}

/** Finds a valid session with its brand and the person with their current role, or undefined. */
export async function findDeskSession(db: Db, token: string): Promise<DeskSession | undefined> {
  const [row] = await db
    .select({
      id: deskSessions.id,
      isSeen: sql<boolean>`${deskSessions.lastSeenAt} > now() - interval '1 hour'`,
      brand: getTableColumns(brands),
      person: personColumns,
      isProven: sql<boolean>`coalesce(${deskSessions.provenAt} > now() - make_interval(mins => ${PROOF_MINUTES}), false)`,
    })
    .from(deskSessions)
    .innerJoin(brands, eq(brands.id, deskSessions.brandId))
    .innerJoin(deskPeople, eq(deskPeople.id, deskSessions.personId))
    .where(and(eq(deskSessions.tokenHash, hashSecret(token)), isOpen))
  if (!row) return undefined
  const { isSeen, ...session } = row
  if (!isSeen)
    await db
      .update(deskSessions)
      .set({ lastSeenAt: sql`now()`, expiresAt: end })
      .where(eq(deskSessions.id, session.id))
  return session
}

export const closeSession = (db: DbOrTx, id: string) =>
  db
    .update(deskSessions)
    .set({ revokedAt: sql`now()` })
    .where(eq(deskSessions.id, id))

/** Ends all sessions of a person, including the current one. */
export const closeSessions = (db: DbOrTx, personId: string) =>
  db
    .update(deskSessions)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(deskSessions.personId, personId), isNull(deskSessions.revokedAt)))

/** Stores that the person has just used a code or passkey in this session. */
export const proveSession = (db: DbOrTx, id: string) =>
  db
    .update(deskSessions)
    .set({ provenAt: sql`now()` })
    .where(eq(deskSessions.id, id))
