import { Dexie } from 'dexie'
import { clearSession, readSession } from './session.ts'
import type { ToWorker } from '#contract/messages.ts'
import { PERSONAL_CACHE_PREFIX } from '#mirror/store/caches.ts'
import { dropMirror } from '#mirror/store/current.ts'
import { databaseName, isPersonsDatabase } from '#mirror/store/database.ts'
import { flushDrafts, forgetDrafts } from './drafts/drafts.ts'
import { setMirrorHealth } from '#mirror/store/storage-health.ts'
import { closeMirror, mirrored } from './mirror.ts'
import { forgetSaved } from './start/read-saved.ts'
import { forgetRefreshing } from './sync/refreshing.ts'
import { tellSignOut } from './sign-out-channel.ts'
import { hintWaiting } from './outbox/waiting-hint.ts'
import { wipeDatabase } from '#mirror/store/wipe-database.ts'

/**
 * `keepDraftsOf` is set when a session expired. That user's drafts and waiting changes are kept
 * until another user signs in or the user signs out.
 */
type WipeOptions = { keepDraftsOf?: string | null }

/**
 * Deletes the user's session, databases and pictures from this device, at a sign-out and before a
 * new sign-in. Works offline. Resolves when everything is deleted.
 */
export async function wipeAll({ keepDraftsOf = null }: WipeOptions = {}): Promise<void> {
  if (keepDraftsOf) flushDrafts()
  forgetDrafts(keepDraftsOf)
  await clearSession()
  forgetSaved()
  closeMirror()
  forgetRefreshing()
  setMirrorHealth('ok')
  if (!keepDraftsOf) hintWaiting(false)
  tellOthers()
  await Promise.all([wipeDatabases(keepDraftsOf && databaseName(keepDraftsOf)), wipeCaches()])
}

/**
 * Drops what this tab holds of a user who signed out in another tab, which deletes the rest.
 * Deletes the database once more, since an open that was under way here would create it again,
 * empty.
 */
export async function letGo(): Promise<void> {
  const uuid = mirrored()
  forgetDrafts()
  closeMirror()
  forgetRefreshing()
  if (uuid !== readSession()?.uuid) await dropMirror(uuid)
}

function tellOthers() {
  navigator.serviceWorker?.controller?.postMessage({ type: 'forget' } satisfies ToWorker)
  tellSignOut()
}

async function wipeDatabases(keepDraftsIn: string | null): Promise<void> {
  const names = await Dexie.getDatabaseNames().catch(() => [])
  const persons = names.filter(isPersonsDatabase)
  await Promise.all(persons.map((name) => wipeDatabase(name, name === keepDraftsIn)))
}

async function wipeCaches(): Promise<void> {
  const names = await globalThis.caches?.keys().catch(() => [])
  const personal = (names ?? []).filter((name) => name.startsWith(PERSONAL_CACHE_PREFIX))
  await Promise.all(personal.map((name) => caches.delete(name)))
}
