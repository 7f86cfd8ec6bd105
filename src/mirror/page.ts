import { setRecorder } from '#api/call-listeners.ts'
import { onSignedIn, readSession, shareSession } from '#api/session.ts'
import { closeMirror, storageFor } from './current.ts'
import { readFirstRows, type FirstRows } from './first-rows.ts'
import { LinksIndex } from './links-index.ts'

let index: LinksIndex | undefined
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
    atHand = readFirstRows(uuid)
    index = new LinksIndex(storageFor(uuid), atHand)
    void shareSession()
  }
  return index
}

export const linksIndex = (): LinksIndex => index ?? warm()

/** Whether rows are about to stand on the screen without any help of the storage or the server. */
export const rowsAtHand = async (): Promise<boolean> => ((await atHand)?.rows.length ?? 0) > 0

/** Lets go of the mirror, so that it can be deleted. */
export function cool(): void {
  index?.close()
  index = undefined
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
