import { setRecorder } from '#http/call-listeners.ts'
import { onSignedIn, readSession, shareSession } from './session.ts'
import { closeStorage, storageFor } from '#mirror/store/current.ts'
import { earlyRows } from './start/early-rows.ts'
import { readFirstRows, type FirstRows } from './start/first-rows.ts'
import { takeAhead } from './start/read-ahead.ts'
import { LinksIndex } from './read/links-index.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import { OverlaidStorage } from './read/overlaid-storage.ts'
import { mayWait } from './outbox/waiting-hint.ts'

let index: LinksIndex | undefined
let shown: OverlaidStorage | undefined
let atHand: Promise<FirstRows | null> = Promise.resolve(null)
let owner: string | null | undefined

onSignedIn(() => void openMirror())

/**
 * Opens the mirror of the signed-in user and starts to read it. Called before React renders, so
 * that the rows load while the first screen is prepared.
 */
export function openMirror(): LinksIndex {
  setRecorder(keep)
  const { uuid = null, token } = readSession() ?? {}
  if (!index || owner !== uuid) {
    index?.close()
    owner = uuid
    // The fast first read does not include waiting changes, so it is used only if there are none.
    const waits = mayWait()
    shown = new OverlaidStorage(storageFor(uuid), waits ? waitingChanges() : undefined)
    atHand = waits ? Promise.resolve(null) : rowsSoon(uuid, token)
    index = new LinksIndex(shown, atHand)
    void shareSession()
  }
  return index
}

/**
 * Reads the first rows from the local copy, or without a copy from the answer that is on its way.
 */
async function rowsSoon(uuid: string | null, token?: string): Promise<FirstRows | null> {
  // Starts first, because the answer must be copied before its body is read to store it.
  const early = token ? earlyRows(token) : null
  return (await (takeAhead(uuid) ?? readFirstRows(uuid))) ?? early
}

/** Returns the user whose mirror this tab reads. */
export const mirrored = (): string | null => owner ?? null

export const linksIndex = (): LinksIndex => index ?? openMirror()

/** Returns whether the first rows are available without waiting for the database or the server. */
export const rowsAtHand = async (): Promise<boolean> => ((await atHand)?.rows.length ?? 0) > 0

/** Returns the storage that screens read: the mirror with waiting changes applied. */
export function shownStorage(): OverlaidStorage {
  openMirror()
  return shown ?? new OverlaidStorage(storageFor(null))
}

const waitingChanges = async () => (await import('./outbox/tab-outbox.ts')).pageOutbox()

const closed = createListeners()
/** Calls the listener before a mirror is deleted, so that other users of the database close it. */
export const onMirrorClosed = (listener: () => void) => closed.add(listener)

/** Closes the mirror, so that it can be deleted. */
export function closeMirror(): void {
  index?.close()
  index = undefined
  closed.tell()
  closeStorage()
}

/** Stores the rows of an answer. The code is loaded with the first answer. */
async function keep(request: Request, response: Response): Promise<void> {
  try {
    const { keepAnswer } = await import('./sync/keep-answer.ts')
    await keepAnswer(request, response)
  } catch {
    // An answer that cannot be stored is still returned to the caller.
  }
}
