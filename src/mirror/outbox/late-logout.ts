import { openDB } from 'idb'
import { endSessionsLater } from '#api/account.ts'

/** Belongs to nobody: it holds hashes of tokens, with which a session can be ended and not used. */
const DATABASE = 'split-logouts'
const STORE = 'hashes'
const AT_ONCE = 20

const open = () =>
  openDB(DATABASE, 1, {
    upgrade: (db) => {
      db.createObjectStore(STORE)
    },
    blocking: (_current, _blocked, event) => {
      ;(event.target as IDBDatabase).close()
    },
  })

/** A sign-out that the server could not be told of: its session ends when it can (offline 13). */
export async function logoutLater(token: string): Promise<void> {
  const hash = await sha256(token)
  const db = await open()
  try {
    await db.put(STORE, Date.now(), hash)
  } finally {
    db.close()
  }
}

/** Rejects when the server cannot be told yet. */
export async function sendLateLogouts(): Promise<void> {
  const db = await open()
  try {
    const hashes = (await db.getAllKeys(STORE, undefined, AT_ONCE)).map(String)
    if (hashes.length === 0) return
    await endSessionsLater(hashes)
    for (const hash of hashes) await db.delete(STORE, hash)
  } finally {
    db.close()
  }
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
