import { deleteDB, openDB } from 'idb'
import * as v from 'valibot'

/** Named so that it is never taken for a person's mirror, and never opened by Dexie (D-73). */
export const SESSION_DATABASE = 'split-session'
const STORE = 'session'
const KEY = 'current'

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
    const parsed = v.safeParse(StoredSession, await within((db) => db.get(STORE, KEY)))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Without IndexedDB the page still works; only the worker then knows nobody. */
export async function storeSession(session: StoredSession): Promise<void> {
  await within((db) => db.put(STORE, session, KEY)).catch(() => undefined)
}

/** Emptied before it is deleted, because another tab can hold the deletion up. */
export async function forgetStoredSession(): Promise<void> {
  await within((db) => db.clear(STORE)).catch(() => undefined)
}

export const deleteSessionDatabase = () => deleteDB(SESSION_DATABASE)

type Database = Awaited<ReturnType<typeof open>>

/** Opened for one use and closed: an open connection would hold up a wipe. */
async function within<T>(task: (db: Database) => Promise<T>): Promise<T> {
  const db = await open()
  try {
    return await task(db)
  } finally {
    db.close()
  }
}

const open = () =>
  openDB(SESSION_DATABASE, 1, {
    upgrade: (db) => {
      db.createObjectStore(STORE)
    },
    blocking: (_current, _blocked, event) => {
      ;(event.target as IDBDatabase).close()
    },
  })
