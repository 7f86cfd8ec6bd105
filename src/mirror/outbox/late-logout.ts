import { endSessionsLater } from '#api/account.ts'
import { oneStore } from '#http/one-store.ts'

const AT_ONCE = 20

/** Belongs to nobody: it holds hashes of tokens, with which a session can be ended and not used. */
const logouts = oneStore('split-logouts', 'hashes')

/** A sign-out that the server could not be told of: its session ends when it can (offline 13). */
export async function logoutLater(token: string): Promise<void> {
  const hash = await sha256(token)
  await logouts.write((store) => store.put(Date.now(), hash))
}

/** Rejects when the server cannot be told yet. */
export async function sendLateLogouts(): Promise<void> {
  const keys = await logouts.read((store) => store.getAllKeys(undefined, AT_ONCE))
  const hashes = keys.map(String)
  if (hashes.length === 0) return
  await endSessionsLater(hashes)
  await logouts.write((store) => Promise.all(hashes.map((hash) => store.delete(hash))))
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
