import { isOurs } from '#http/is-ours.ts'
import type { Session } from '#http/credentials.ts'
import { REPLAY_HEADER, TOKEN_HEADER } from '#contract/app-constants.ts'
import { storageFor } from '../store/current.ts'
import { collectionRoutes } from './write-collections.ts'
import { linkRoutes } from './write-links.ts'
import type { MirrorRequest } from './response-routes.ts'

const NOT_FOUND = 404
const NO_CONTENT = 204

/** Which answers belong in the mirror, and what each of them changes there. */
const routes = [...linkRoutes, ...collectionRoutes]

const routeOf = ({ method, url, headers }: MirrorRequest) => {
  if (headers.has(REPLAY_HEADER)) return undefined
  const { pathname } = new URL(url)
  return routes.find((route) => route.method === method && route.path.test(pathname))
}

/** Whether an answer to this would be kept: what the worker stands in the way of, and nothing else. */
export const isMirrored = (asked: MirrorRequest) =>
  asked.headers.has(TOKEN_HEADER) && routeOf(asked) !== undefined

/**
 * Writes a good answer into the mirror of the person it belongs to; true when it is in the database. The worker
 * calls it when it controls the page, the page when not (D-71). An answer to another token than the
 * session's comes too late, and is dropped (offline 26).
 */
export async function writeResponse(
  asked: MirrorRequest,
  response: Response,
  session: Session,
): Promise<boolean> {
  const route = routeOf(asked)
  if (!route || asked.headers.get(TOKEN_HEADER) !== session.token) return false
  if (!isOurs(response)) return false
  const storage = storageFor(session.uuid)
  if (response.ok) {
    const body: unknown = response.status === NO_CONTENT ? undefined : await response.json()
    await route.write(storage, body, asked)
  } else if (response.status === NOT_FOUND && route.gone) await route.gone(storage, asked)
  else return false
  return storage.kind === 'database'
}
