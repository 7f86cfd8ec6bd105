import { Dexie } from 'dexie'
import { readStoredSession } from '#http/session-store.ts'
import { LOGOUT_SYNC, OUTBOX_SYNC } from '#contract/messages.ts'
import { sendLateLogouts } from '#mirror/outbox/late-logout.ts'
import { isUserDatabase, userOfDatabase } from '#mirror/store/database.ts'
import { MirrorDb } from '#mirror/store/db.ts'
import { runExclusively } from '#mirror/outbox/lock.ts'
import { replay } from '#mirror/outbox/replay.ts'
import { sendFor } from '#mirror/outbox/send.ts'
import { worker } from './worker.ts'

/**
 * Background Sync, where supported: the browser fires this event when it is online, even without an
 * open page. TypeScript does not know the event, hence the cast.
 */
worker.addEventListener('sync' as never, (event: ExtendableEvent & { tag: string }) => {
  if (event.tag === OUTBOX_SYNC) event.waitUntil(sendWaiting())
  if (event.tag === LOGOUT_SYNC) event.waitUntil(sendLateLogouts())
})

/**
 * Sends the waiting changes of every account on this device, each for its own account. Rejects if
 * the server cannot take them yet, so that the browser tries again later.
 */
async function sendWaiting(): Promise<void> {
  const session = await readStoredSession()
  if (!session?.uuid) return
  const names = await Dexie.getDatabaseNames()
  const results = await Promise.all(
    names.filter(isUserDatabase).map((name) => sendFrom(name, session.token)),
  )
  if (results.includes('resting')) throw new Error('The server cannot take the changes yet')
}

async function sendFrom(name: string, token: string) {
  const db = new MirrorDb(name)
  db.on('versionchange', () => db.close())
  try {
    const isStillSignedIn = async () => (await readStoredSession())?.token === token
    const send = sendFor(userOfDatabase(name))
    const result = await runExclusively(db, () =>
      replay({ db, send, isStillSignedIn }, { eager: true }),
    )
    return result?.state
  } finally {
    db.close()
  }
}
