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
 * Starts reading the mirror of whoever is signed in. Called before React renders: the rows are then
 * on their way while the first screen is still being put together.
 */
export function openMirror(): LinksIndex {
  setRecorder(keep)
  const { uuid = null, token } = readSession() ?? {}
  if (!index || owner !== uuid) {
    index?.close()
    owner = uuid
    // Rows that are read with next to no code lack the changes that wait.
    const waits = mayWait()
    shown = new OverlaidStorage(storageFor(uuid), waits ? waitingChanges() : undefined)
    atHand = waits ? Promise.resolve(null) : rowsSoon(uuid, token)
    index = new LinksIndex(shown, atHand)
    void shareSession()
  }
  return index
}

/** Out of the copy; on a device without one, out of the answer that is on its way. */
async function rowsSoon(uuid: string | null, token?: string): Promise<FirstRows | null> {
  // Asked for at once: whoever keeps the answer reads it up.
  const early = token ? earlyRows(token) : null
  return (await (takeAhead(uuid) ?? readFirstRows(uuid))) ?? early
}

/** Whose mirror this tab reads. */
export const mirrored = (): string | null => owner ?? null

export const linksIndex = (): LinksIndex => index ?? openMirror()

/** Whether rows are about to stand on the screen without any help of the storage or the server. */
export const rowsAtHand = async (): Promise<boolean> => ((await atHand)?.rows.length ?? 0) > 0

/** The rows as screens get them, with what waits laid over them. */
export function shownStorage(): OverlaidStorage {
  openMirror()
  return shown ?? new OverlaidStorage(storageFor(null))
}

const waitingChanges = async () => (await import('./outbox/tab-outbox.ts')).pageOutbox()

const closed = createListeners()
/** Before a mirror is deleted, whoever else has it open lets go of it. */
export const onMirrorClosed = (listener: () => void) => closed.add(listener)

/** Lets go of the mirror, so that it can be deleted. */
export function closeMirror(): void {
  index?.close()
  index = undefined
  closed.tell()
  closeStorage()
}

/** Nothing is kept before the first call, so the code for it comes with the first answer. */
async function keep(request: Request, response: Response): Promise<void> {
  try {
    const { keepAnswer } = await import('./sync/keep-answer.ts')
    await keepAnswer(request, response)
  } catch {
    // An answer that cannot be kept is still an answer.
  }
}
