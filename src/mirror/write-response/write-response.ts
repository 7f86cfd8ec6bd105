import { isServerAnswer } from '#http/is-ours.ts'
import type { Session } from '#http/credentials.ts'
import { ACCOUNT_HEADER, REPLAY_HEADER, TOKEN_HEADER } from '#contract/app-constants.ts'
import { storageFor } from '../store/current.ts'
import { collectionRoutes } from './write-collections.ts'
import { linkRoutes } from './write-links.ts'
import type { MirrorRequest } from './response-routes.ts'

const NOT_FOUND = 404
const NO_CONTENT = 204

/** Answers that are stored in the local copy, and what each changes there. */
const routes = [...linkRoutes, ...collectionRoutes]

const routeOf = ({ method, url, headers }: MirrorRequest) => {
  if (headers.has(REPLAY_HEADER)) return undefined
  const { pathname } = new URL(url)
  return routes.find((route) => route.method === method && route.path.test(pathname))
}

/**
 * Returns whether the answer to this request is stored. The worker intercepts only such requests.
 */
export const isMirrored = (request: MirrorRequest) =>
  request.headers.has(TOKEN_HEADER) && routeOf(request) !== undefined

/** Returns the account whose rows an answer contains. */
export const ownerOf = (
  { headers }: Pick<MirrorRequest, 'headers'>,
  { uuid }: Pick<Session, 'uuid'>,
): string | null => headers.get(ACCOUNT_HEADER) ?? uuid

/**
 * Stores an answer in the local copy of its user. Returns true if it is in the database. The worker
 * calls this if it controls the page, otherwise the page does. Late answers to another token than
 * the session's are dropped.
 */
export async function writeResponse(
  request: MirrorRequest,
  response: Response,
  session: Session,
): Promise<boolean> {
  const route = routeOf(request)
  if (!route || request.headers.get(TOKEN_HEADER) !== session.token) return false
  if (!isServerAnswer(response)) return false
  const storage = storageFor(ownerOf(request, session))
  if (response.ok) {
    const body: unknown = response.status === NO_CONTENT ? undefined : await response.json()
    await route.write(storage, body, request)
  } else if (response.status === NOT_FOUND && route.gone) await route.gone(storage, request)
  else return false
  return storage.kind === 'database'
}
