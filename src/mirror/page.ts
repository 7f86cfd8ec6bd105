import { currentSession } from '#api/credentials.ts'
import { setRecorder } from '#api/http.ts'
import { onSignedIn, readSession, shareSession } from '#api/session.ts'
import { MIRRORED_HEADER } from '#contract/messages.ts'
import { closeMirror, storageFor } from './current.ts'
import { LinksIndex } from './links-index.ts'
import { record } from './record.ts'

let index: LinksIndex | undefined
let owner: string | null | undefined

onSignedIn(() => void warm())

/**
 * Starts reading the mirror of whoever is signed in. Called before React renders: the rows are then
 * on their way while the first screen is still being put together.
 */
export function warm(): LinksIndex {
  setRecorder(recordUnlessMirrored)
  const uuid = readSession()?.uuid ?? null
  if (!index || owner !== uuid) {
    index?.close()
    owner = uuid
    index = new LinksIndex(storageFor(uuid))
    void shareSession()
  }
  return index
}

export const linksIndex = (): LinksIndex => index ?? warm()

/** Lets go of the mirror, so that it can be deleted. */
export function cool(): void {
  index?.close()
  index = undefined
  closeMirror()
}

/** The page keeps an answer only when no worker has; in memory mode the worker's copy is elsewhere. */
async function recordUnlessMirrored(request: Request, response: Response): Promise<void> {
  const session = await currentSession()
  if (!session) return
  const { kind } = storageFor(session.uuid)
  if (kind === 'database' && response.headers.has(MIRRORED_HEADER)) return
  // An answer that cannot be kept is still an answer.
  await record(request, response, session).catch(() => false)
}
