import { endSessions } from '#api/people/account.ts'
import { singleStore } from '#http/one-store.ts'

const BATCH_SIZE = 20

/**
 * Sign-outs that wait to be sent. They belong to no user: the token hashes can end a session but
 * not use it.
 */
const logouts = singleStore('split-logouts', 'hashes')

/**
 * Stores a sign-out that could not be sent. The session is ended when the server can be reached.
 */
export async function queueLogout(token: string): Promise<void> {
  const hash = await sha256(token)
  await logouts.write((store) => store.put(Date.now(), hash))
}

/** Sends the stored sign-outs. Rejects if the server cannot be reached yet. */
export async function sendLateLogouts(): Promise<void> {
  const keys = await logouts.read((store) => store.getAllKeys(undefined, BATCH_SIZE))
  const hashes = keys.map(String)
  if (hashes.length === 0) return
  await endSessions(hashes)
  await logouts.write((store) => Promise.all(hashes.map((hash) => store.delete(hash))))
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
