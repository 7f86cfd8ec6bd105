import { eq, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { staff, staffSessions, type StaffRole } from '../../platform/db/schema.ts'

export const STAFF_ROLES = ['owner', 'finance', 'support', 'viewer'] as const satisfies StaffRole[]

export type StaffRow = typeof staff.$inferSelect

/** Returns whether there is a member of the staff, also one who was only invited. */
export const hasStaff = async (db: DbOrTx): Promise<boolean> =>
  (await db.select({ id: staff.id }).from(staff).limit(1)).length > 0

export const listStaff = (db: DbOrTx): Promise<StaffRow[]> =>
  db.select().from(staff).orderBy(staff.email)

export async function staffByEmail(db: DbOrTx, email: string): Promise<StaffRow | undefined> {
  const [row] = await db.select().from(staff).where(eq(staff.email, email))
  return row
}

/** Adds a member, or changes the role of a known one. */
export async function saveStaff(tx: Tx, email: string, role: StaffRole): Promise<StaffRow> {
  const [row] = await tx
    .insert(staff)
    .values({ email, role })
    .onConflictDoUpdate({ target: staff.email, set: { role } })
    .returning()
  if (!row) throw new Error('no row')
  return row
}

/** Removes a member with their sessions, invitations, passkeys and recovery codes. */
export const removeStaff = (tx: Tx, id: string) => tx.delete(staff).where(eq(staff.id, id))

/** Ends all sessions of a member. */
export const endStaffSessions = (db: DbOrTx, staffId: string) =>
  db.delete(staffSessions).where(eq(staffSessions.staffId, staffId))

/** Deletes expired sessions. */
export const deleteExpiredStaffSessions = (db: DbOrTx) =>
  db.delete(staffSessions).where(sql`${staffSessions.expiresAt} < now()`)
