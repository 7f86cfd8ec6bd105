import * as v from 'valibot'
import { singleStore } from './one-store.ts'

/**
 * Name of the session's database. It must not look like a user's local copy, and Dexie never opens
 * it.
 */
export const SESSION_DATABASE = 'split-session'
const KEY = 'current'
const store = singleStore(SESSION_DATABASE, 'session')

const StoredSession = v.object({
  token: v.string(),
  jwt: v.nullable(v.string()),
  fingerprint: v.nullable(v.string()),
  /** Id of the user; null if the sign-in did not return it. */
  uuid: v.nullable(v.string()),
})
export type StoredSession = v.InferOutput<typeof StoredSession>

/** Returns the session from IndexedDB, for the service worker, which cannot read cookies. */
export async function readStoredSession(): Promise<StoredSession | null> {
  try {
    const parsed = v.safeParse(StoredSession, await store.read((kept) => kept.get(KEY)))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Stores the session. Without IndexedDB the page still works, but the worker has no session. */
export async function storeSession(session: StoredSession): Promise<void> {
  await store.write((kept) => kept.put(session, KEY)).catch(() => undefined)
}

/**
 * Deletes the stored session. The store is cleared first, because another tab can block the
 * deletion of the database.
 */
export async function forgetStoredSession(): Promise<void> {
  await store.write((kept) => kept.clear()).catch(() => undefined)
}
