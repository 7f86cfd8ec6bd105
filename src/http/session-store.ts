import { deleteDB } from 'idb'
import * as v from 'valibot'
import { oneStore } from './one-store.ts'

/** Named so that it is never taken for a person's mirror, and never opened by Dexie (D-73). */
export const SESSION_DATABASE = 'split-session'
const KEY = 'current'
const store = oneStore(SESSION_DATABASE, 'session')

const StoredSession = v.object({
  token: v.string(),
  jwt: v.nullable(v.string()),
  fingerprint: v.nullable(v.string()),
  /** Whose token it is; null when the sign-in did not say. */
  uuid: v.nullable(v.string()),
})
export type StoredSession = v.InferOutput<typeof StoredSession>

/** The worker cannot read cookies: this is the same session, where it can (D-72). */
export async function readStoredSession(): Promise<StoredSession | null> {
  try {
    const parsed = v.safeParse(StoredSession, await store.read((kept) => kept.get(KEY)))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Without IndexedDB the page still works; only the worker then knows nobody. */
export async function storeSession(session: StoredSession): Promise<void> {
  await store.write((kept) => kept.put(session, KEY)).catch(() => undefined)
}

/** Emptied before it is deleted, because another tab can hold the deletion up. */
export async function forgetStoredSession(): Promise<void> {
  await store.write((kept) => kept.clear()).catch(() => undefined)
}

export const deleteSessionDatabase = () => deleteDB(SESSION_DATABASE)
