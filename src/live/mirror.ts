import { setRecorder } from '#http/call-listeners.ts'
import { onSignedIn, readSession, shareSession } from './session.ts'
import { closeStorage, storageFor } from '#mirror/store/current.ts'
import { earlyRows } from './start/early-rows.ts'
import { readFirstRows, type FirstRows } from './start/first-rows.ts'
import { takeRowsReadAhead } from './start/read-ahead.ts'
import { LinksIndex } from './read/links-index.ts'
import { createListeners } from '#mirror/store/listeners.ts'
import { OverlaidStorage } from './read/overlaid-storage.ts'
import { mayHaveWaiting } from './outbox/waiting-hint.ts'

let index: LinksIndex | undefined
let overlaidStorage: OverlaidStorage | undefined
let firstRows: Promise<FirstRows | null> = Promise.resolve(null)
let owner: string | null | undefined

onSignedIn(() => void openMirror())

/**
 * Opens the mirror of the signed-in user and starts to read it. Called before React renders, so
 * that the rows load while the first screen is prepared.
 */
export function openMirror(): LinksIndex {
  setRecorder(recordAnswer)
  const { uuid = null, token } = readSession() ?? {}
  if (!index || owner !== uuid) {
    index?.close()
    owner = uuid
    // The fast first read does not include waiting changes, so it is used only if there are none.
    const mayWaitForChanges = mayHaveWaiting()
    overlaidStorage = new OverlaidStorage(
      storageFor(uuid),
      mayWaitForChanges ? waitingChanges() : undefined,
    )
    firstRows = mayWaitForChanges ? Promise.resolve(null) : loadFirstRows(uuid, token)
    index = new LinksIndex(overlaidStorage, firstRows)
    void shareSession()
  }
  return index
}

/**
 * Reads the first rows from the local copy, or without a copy from the answer that is on its way.
 */
async function loadFirstRows(uuid: string | null, token?: string): Promise<FirstRows | null> {
  // Starts first, because the answer must be copied before its body is read to store it.
  const answerRows = token ? earlyRows(token) : null
  return (await (takeRowsReadAhead(uuid) ?? readFirstRows(uuid))) ?? answerRows
}

/** Returns the user whose mirror this tab reads. */
export const mirrorUserId = (): string | null => owner ?? null

export const linksIndex = (): LinksIndex => index ?? openMirror()

/** Returns whether the first rows are available without waiting for the database or the server. */
export const hasFirstRows = async (): Promise<boolean> => ((await firstRows)?.rows.length ?? 0) > 0

/** Returns the storage that screens read: the mirror with waiting changes applied. */
export function shownStorage(): OverlaidStorage {
  openMirror()
  return overlaidStorage ?? new OverlaidStorage(storageFor(null))
}

const waitingChanges = async () => (await import('./outbox/tab-outbox.ts')).pageOutbox()

const closeListeners = createListeners()
/** Calls the listener before a mirror is deleted, so that other users of the database close it. */
export const onMirrorClosed = (listener: () => void) => closeListeners.add(listener)

/** Closes the mirror, so that it can be deleted. */
export function closeMirror(): void {
  index?.close()
  index = undefined
  closeListeners.tell()
  closeStorage()
}

/** Stores the rows of an answer. The code is loaded with the first answer. */
async function recordAnswer(request: Request, response: Response): Promise<void> {
  try {
    const { keepAnswer } = await import('./sync/keep-answer.ts')
    await keepAnswer(request, response)
  } catch {
    // An answer that cannot be stored is still returned to the caller.
  }
}
