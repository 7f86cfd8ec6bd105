import { eq } from 'drizzle-orm'
import type { Deps } from '../../../env.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { deskLinks, deskPasskeys, deskPeople, deskSessions } from '../../../platform/db/schema.ts'
import { addJob } from '../../../platform/jobs/add-job.ts'
import { countDeskCodes, deleteDeskApp, deleteDeskCodes, renewDeskCodes } from './desk-codes.ts'
import { findPerson, hasFactor } from './people.ts'

/**
 * Updates the recovery codes after a factor was added or removed. Somebody with a factor and no codes
 * gets new ones, which are returned. They end with the last factor.
 */
export async function updateCodes(
  tx: Tx,
  secrets: Deps['secrets'],
  personId: string,
): Promise<string[]> {
  // Changes of one person wait for each other, so that two at once do not both find no codes.
  await tx.select().from(deskPeople).where(eq(deskPeople.id, personId)).for('update')
  const person = await findPerson(tx, personId)
  if (!person) return []
  if (!hasFactor(person)) {
    await deleteDeskCodes(tx, personId)
    return []
  }
  return (await countDeskCodes(tx, personId)) > 0 ? [] : renewDeskCodes(tx, secrets, personId)
}

/**
 * Removes the authenticator app and the passkeys of somebody who lost them, and ends their sessions
 * and links. Returns whether there was one.
 */
export async function resetDeskFactors(
  tx: Tx,
  { personId, why }: { personId: string; why: string },
): Promise<boolean> {
  const hadApp = await deleteDeskApp(tx, personId)
  const removed = await tx
    .delete(deskPasskeys)
    .where(eq(deskPasskeys.ownerId, personId))
    .returning()
  if (!hadApp && removed.length === 0) return false
  await deleteDeskCodes(tx, personId)
  await tx.delete(deskSessions).where(eq(deskSessions.personId, personId))
  await tx.delete(deskLinks).where(eq(deskLinks.personId, personId))
  await addJob(tx, 'desk-factor-mail', { personId, about: 'reset', why })
  return true
}
