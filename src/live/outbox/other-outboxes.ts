import { Dexie } from 'dexie'
import { databaseName } from '#mirror/store/database.ts'
import type { Entry } from '#mirror/outbox/entries.ts'
import { accountIds } from '../acting.ts'
import { readOwnSession, readSession } from '../signed-in.ts'
import { replayOutbox, withOutboxDb } from './outbox.ts'

/** Returns the person's accounts with a database on this device, except the one in use. */
async function otherAccounts(): Promise<string[]> {
  const ids = accountIds(readOwnSession()?.uuid ?? null)
  if (ids.length < 2) return []
  const names: string[] = await Dexie.getDatabaseNames().catch(() => [])
  const active = readSession()?.uuid
  return ids.filter((id) => id !== active && names.includes(databaseName(id)))
}

/** Returns the changes that wait for an account. */
export const waitingChanges = (id: string): Promise<Entry[]> =>
  withOutboxDb(id, (db) => db.outbox.toArray()).catch(() => [])

/** Deletes the changes that wait for an account. */
export const discardChanges = (id: string): Promise<void> =>
  withOutboxDb(id, (db) => db.outbox.clear())

/** Sends the changes that wait for the person's accounts not in use, each to its own account. */
export async function sendOthers(): Promise<void> {
  const token = readOwnSession()?.token
  for (const uuid of await otherAccounts())
    if (token !== undefined && (await waitingChanges(uuid)).length > 0)
      await withOutboxDb(uuid, (db) => replayOutbox({ uuid, db }, token)).catch(() => null)
}

/** Returns the number of changes that wait for the person's accounts not in use. */
export async function countOthers(): Promise<number> {
  const waiting = await Promise.all((await otherAccounts()).map(waitingChanges))
  return waiting.flat().length
}
