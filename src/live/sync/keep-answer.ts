import { currentSession } from '#http/credentials.ts'
import { MIRRORED_HEADER } from '#contract/messages.ts'
import { storageFor } from '#mirror/store/current.ts'
import { writeResponse } from '#mirror/write-response/write-response.ts'

/** Stores an answer in the mirror unless the worker has already stored it in this database. */
export async function keepAnswer(request: Request, response: Response): Promise<void> {
  const session = await currentSession()
  if (!session) return
  const { kind } = storageFor(session.uuid)
  if (kind === 'database' && response.headers.has(MIRRORED_HEADER)) return
  await writeResponse(request, response, session)
}
