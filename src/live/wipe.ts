import { Dexie } from 'dexie'
import { accountIds, forgetAccounts } from './acting.ts'
import { clearSession, readSession } from './session.ts'
import type { MessageToWorker } from '#contract/messages.ts'
import { PERSONAL_CACHE_PREFIX } from '#mirror/store/caches.ts'
import { dropMirror } from '#mirror/store/current.ts'
import { databaseName, isUserDatabase } from '#mirror/store/database.ts'
import { flushDrafts, forgetDrafts } from './drafts/drafts.ts'
import { setMirrorHealth } from '#mirror/store/storage-health.ts'
import { closeMirror, mirrorUserId } from './mirror.ts'
import { deleteSavedRows } from './start/read-saved.ts'
import { deletePlaces } from './places.ts'
import { forgetRefreshing } from './sync/refreshing.ts'
import { announceSignOut } from './sign-out-channel.ts'
import { setWaitingHint } from './outbox/waiting-hint.ts'
import { wipeDatabase } from '#mirror/store/wipe-database.ts'

/**
 * `keepDraftsOf` is set when a session expired. That user's drafts and waiting changes, also those
 * for accounts they help with, are kept until another user signs in or the user signs out.
 */
type WipeOptions = { keepDraftsOf?: string | null }

/**
 * Deletes the user's session, databases and pictures from this device, at a sign-out and before a
 * new sign-in. Works offline. Resolves when everything is deleted.
 */
export async function wipeAll({ keepDraftsOf = null }: WipeOptions = {}): Promise<void> {
  if (keepDraftsOf) flushDrafts()
  const keptAccounts = accountIds(keepDraftsOf)
  forgetDrafts(keptAccounts)
  await clearSession()
  forgetAccounts(keepDraftsOf)
  deleteSavedRows()
  closeMirror()
  forgetRefreshing()
  setMirrorHealth('ok')
  if (!keepDraftsOf) {
    setWaitingHint(false)
    deletePlaces()
  }
  notifyOthers()
  await Promise.all([wipeDatabases(keptAccounts.map(databaseName)), wipeCaches()])
}

/**
 * Drops what this tab holds of a user who signed out in another tab, which deletes the rest.
 * Deletes the database once more, since an open that was under way here would create it again,
 * empty.
 */
export async function dropUserData(): Promise<void> {
  const uuid = mirrorUserId()
  forgetDrafts()
  closeMirror()
  forgetRefreshing()
  if (uuid !== readSession()?.uuid) await dropMirror(uuid)
}

function notifyOthers() {
  navigator.serviceWorker?.controller?.postMessage({ type: 'forget' } satisfies MessageToWorker)
  announceSignOut()
}

async function wipeDatabases(keepDraftsIn: string[]): Promise<void> {
  const names = await Dexie.getDatabaseNames().catch(() => [])
  const userDatabases = names.filter(isUserDatabase)
  await Promise.all(userDatabases.map((name) => wipeDatabase(name, keepDraftsIn.includes(name))))
}

async function wipeCaches(): Promise<void> {
  const names = await globalThis.caches?.keys().catch(() => [])
  const personal = (names ?? []).filter((name) => name.startsWith(PERSONAL_CACHE_PREFIX))
  await Promise.all(personal.map((name) => caches.delete(name)))
}
