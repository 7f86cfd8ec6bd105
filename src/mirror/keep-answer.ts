import { currentSession } from '#api/credentials.ts'
import { MIRRORED_HEADER } from '#contract/messages.ts'
import { storageFor } from './current.ts'
import { record } from './record.ts'

/** The page keeps an answer only when no worker has; in memory mode the worker's copy is elsewhere. */
export async function keepAnswer(request: Request, response: Response): Promise<void> {
  const session = await currentSession()
  if (!session) return
  const { kind } = storageFor(session.uuid)
  if (kind === 'database' && response.headers.has(MIRRORED_HEADER)) return
  await record(request, response, session)
}
