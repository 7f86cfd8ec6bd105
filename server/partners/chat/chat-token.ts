import { createHmac } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { sign, verify } from 'hono/jwt'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import { NO_STORE } from '../../people/accounts/signed-in.ts'
import type { Db } from '../../platform/db/client.ts'
import { sessions, users } from '../../platform/db/schema.ts'
import type { AppEnv, SignedInUser, UserEnv } from '../../env.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { isValidSession } from '../../people/accounts/sessions.ts'

const TOKEN_SECONDS = 15 * 60

const Claims = v.object({ user: Uuid, session: Uuid })

/** Derives a separate secret, so that other tokens of this server are not valid for the chat. */
const secretOf = ({ signing }: Pick<Secrets, 'signing'>) =>
  createHmac('sha256', signing).update('access token of the chat').digest('base64url')

/** Returns a token for the chat only. It is valid for 15 minutes, or until the session ends. */
export function chatToken(secrets: Secrets, { id, sessionId }: SignedInUser): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { user: id, session: sessionId, iat, exp: iat + TOKEN_SECONDS }
  return sign(claims, secretOf(secrets), 'HS256')
}

/** Answers 404 if the chat is switched off. */
export const requireChatEnabled: MiddlewareHandler<AppEnv> = (c, next) => {
  if (!c.var.deps.config.chat) throw new HTTPException(404)
  return next()
}

const TOKEN_IN_HEADER_TEXT = 'Send the access token in the Authorization header, never in a URL.'

/**
 * Requires an access token in the header and a valid session. A token in the URL is refused even if
 * it is valid, because URLs end up in logs and browser histories.
 */
export const requireChatToken: MiddlewareHandler<UserEnv> = async (c, next) => {
  c.header('Cache-Control', NO_STORE)
  if (c.req.query('access_token') !== undefined || c.req.query('token') !== undefined)
    return c.json({ errors: { non_field_errors: [TOKEN_IN_HEADER_TEXT] } }, 400)
  const { db, secrets } = c.var.deps
  const [, token] = /^Bearer (\S{1,1000})$/.exec(c.req.header('Authorization') ?? '') ?? []
  const claims = token === undefined ? null : await readClaims(secrets, token)
  const user = claims && (await findUser(db, claims))
  if (!user) throw new HTTPException(401)
  c.set('user', user)
  await next()
  c.res.headers.set('Cache-Control', NO_STORE)
  return undefined
}

async function readClaims(secrets: Secrets, token: string) {
  const claims = await verify(token, secretOf(secrets), 'HS256').catch(() => null)
  const parsed = v.safeParse(Claims, claims)
  return parsed.success ? parsed.output : null
}

async function findUser(
  db: Db,
  { user, session }: v.InferOutput<typeof Claims>,
): Promise<SignedInUser | undefined> {
  const [row] = await db
    .select({ id: users.id, email: users.email, sessionId: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, session), eq(users.id, user), isValidSession))
  return row
}

/** Returns those of the given sessions that are still valid. */
export async function findValidSessions(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(sql`${sessions.id} = any(${sql.param(ids)}::uuid[])`, isValidSession))
  return new Set(rows.map(({ id }) => id))
}
