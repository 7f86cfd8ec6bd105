import { setRecorder } from '#api/call-listeners.ts'
import { onSignedIn, readSession, shareSession } from '#api/session.ts'
import { closeMirror, storageFor } from './current.ts'
import { readFirstRows, type FirstRows } from './first-rows.ts'
import { LinksIndex } from './links-index.ts'
import { createListeners } from './listeners.ts'
import { OverlaidStorage } from './overlaid-storage.ts'
import { mayWait } from './waiting-hint.ts'

let index: LinksIndex | undefined
let shown: OverlaidStorage | undefined
let atHand: Promise<FirstRows | null> = Promise.resolve(null)
let owner: string | null | undefined

onSignedIn(() => void warm())

/**
 * Starts reading the mirror of whoever is signed in. Called before React renders: the rows are then
 * on their way while the first screen is still being put together.
 */
export function warm(): LinksIndex {
  setRecorder(keep)
  const uuid = readSession()?.uuid ?? null
  if (!index || owner !== uuid) {
    index?.close()
    owner = uuid
    // Rows that are read with next to no code lack the changes that wait.
    const waits = mayWait()
    shown = new OverlaidStorage(storageFor(uuid), waits ? waitingChanges() : undefined)
    atHand = waits ? Promise.resolve(null) : readFirstRows(uuid)
    index = new LinksIndex(shown, atHand)
    void shareSession()
  }
  return index
}

/** Whose mirror this tab reads. */
export const mirrored = (): string | null => owner ?? null

export const linksIndex = (): LinksIndex => index ?? warm()

/** Whether rows are about to stand on the screen without any help of the storage or the server. */
export const rowsAtHand = async (): Promise<boolean> => ((await atHand)?.rows.length ?? 0) > 0

/** The rows as screens get them, with what waits laid over them. */
export function shownStorage(): OverlaidStorage {
  warm()
  return shown ?? new OverlaidStorage(storageFor(null))
}

const waitingChanges = async () => (await import('./outbox-page.ts')).pageOutbox()

const cooled = createListeners()
/** Before a mirror is deleted, whoever else has it open lets go of it. */
export const onCool = (listener: () => void) => cooled.add(listener)

/** Lets go of the mirror, so that it can be deleted. */
export function cool(): void {
  index?.close()
  index = undefined
  cooled.tell()
  closeMirror()
}

/** Nothing is kept before the first call, so the code for it comes with the first answer. */
async function keep(request: Request, response: Response): Promise<void> {
  try {
    const { keepAnswer } = await import('./keep-answer.ts')
    await keepAnswer(request, response)
  } catch {
    // An answer that cannot be kept is still an answer.
  }
}
