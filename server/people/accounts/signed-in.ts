import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { TOKEN_HEADER } from '#contract/app-constants.ts'
import { findSession } from './sessions.ts'
import type { UserEnv } from '../../env.ts'
import { actAs } from '../../platform/http/actor.ts'
import { findOtherAccount, hideFromMember } from '../members/act-for.ts'
import { refuseRestricted } from '../restrictions/refuse-restricted.ts'
import { requestKey, userOfKey, type FoundUser } from '../api-keys/key-auth.ts'

export const NO_STORE = 'private, no-store'
/**
 * Cache-Control of pictures from other sites. They contain no personal data and their URLs contain
 * no key. Fetching one again for each view would burden its host.
 */
export const CACHE_ONE_HOUR = 'private, max-age=3600'

/**
 * Requires a valid session token or API key in the header; 401 otherwise. A key may only make the
 * calls of the public API; 403 otherwise. If a person acts for another account whose owner allows
 * it, that account is the user of the request. The cookie does not count, because requests from
 * other sites carry cookies but not these headers. Answers are personal, so neither caches nor the
 * browser may store them.
 */
export const signedIn: MiddlewareHandler<UserEnv> = async (c, next) => {
  c.header('Cache-Control', NO_STORE)
  const token = c.req.header(TOKEN_HEADER)
  const key = token === undefined ? requestKey(c) : undefined
  const { user, actor, state } = await (key === undefined
    ? userOfSession(c, token)
    : userOfKey(c, key))
  const other = await findOtherAccount(c, user)
  c.set('user', other?.user ?? user)
  if (other) c.set('access', other.access)
  refuseRestricted(c, other ? [state, other.state] : [state])
  await actAs(actor, next)
  if (other) await hideFromMember(c, other.access)
  const { headers } = c.res
  if (headers.get('Cache-Control') !== CACHE_ONE_HOUR) headers.set('Cache-Control', NO_STORE)
}

async function userOfSession(c: Context<UserEnv>, token: string | undefined): Promise<FoundUser> {
  const { db, ownDevices } = c.var.deps
  const found = await findSession(db, token)
  if (!found) throw new HTTPException(401)
  const { name, state, ...user } = found
  await ownDevices.record(user, c)
  return { user, state, actor: { kind: 'person', id: user.id, name: name || user.email } }
}
