import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { Email } from '#contract/people/session.ts'
import type { Deps } from '../../../env.ts'
import type { ProviderIdentity } from '../../../people/oidc/provider.ts'
import type { Db, DbOrTx } from '../../../platform/db/client.ts'
import { staff, staffIdentities, staffSessions } from '../../../platform/db/schema.ts'
import { perform } from '../../actions/perform.ts'
import { saveStaff, staffByEmail, type StaffRow } from '../../staff/staff.ts'

/** Returns the member with this identity and stores its use. Emails are never compared. */
export async function memberOfIdentity(
  db: DbOrTx,
  { issuer, subject, email }: ProviderIdentity,
): Promise<StaffRow | undefined> {
  const [used] = await db
    .update(staffIdentities)
    .set({ lastUsedAt: sql`now()`, email })
    .where(and(eq(staffIdentities.issuer, issuer), eq(staffIdentities.subject, subject)))
    .returning({ staffId: staffIdentities.staffId })
  if (!used) return undefined
  const [member] = await db.select().from(staff).where(eq(staff.id, used.staffId))
  return member
}

/** Connects an identity to a member who has proven who they are. It replaces an earlier one. */
export async function connectStaff(
  db: DbOrTx,
  staffId: string,
  { issuer, subject, email }: ProviderIdentity,
): Promise<void> {
  const values = { issuer, subject, email }
  await db
    .insert(staffIdentities)
    .values({ staffId, ...values })
    .onConflictDoUpdate({ target: staffIdentities.staffId, set: values })
}

/** Returns the email of an identity in its stored form; undefined if it is missing or not valid. */
export function staffEmail({ email }: ProviderIdentity): string | undefined {
  const parsed = v.safeParse(Email, email)
  return parsed.success ? parsed.output : undefined
}

/** Returns whether a member with this email exists, who must prove who they are. */
export const isKnownStaff = async (db: Db, email: string): Promise<boolean> =>
  (await staffByEmail(db, email)) !== undefined

/** Adds the person as an owner, because the provider says so, and records it in the audit log. */
export async function addStaffByClaim(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  email: string,
  identity: ProviderIdentity,
): Promise<StaffRow> {
  const { name = '', adminClaim } = config.oidc ?? {}
  const why = `${name} says ${adminClaim?.name ?? ''}=${adminClaim?.value ?? ''}`
  const by = { staffId: null, who: name }
  return perform(db, by, { action: 'staff.join', subject: `staff ${email}`, why }, async (tx) => {
    const { id } = await saveStaff(tx, email, 'owner')
    await connectStaff(tx, id, identity)
    const [member] = await tx.update(staff).set({ name: email }).where(eq(staff.id, id)).returning()
    if (!member) throw new Error('update returned no row')
    return member
  })
}

/** Returns the member of a session that has not expired. */
export async function staffOfSession(db: Db, sessionId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ staffId: staffSessions.staffId })
    .from(staffSessions)
    .where(and(eq(staffSessions.id, sessionId), sql`${staffSessions.expiresAt} > now()`))
  return row?.staffId
}
