import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { DESK_COOKIE, DESK_COOKIE_DAYS } from '#contract/people/session-cookies.ts'
import type { BrandRow } from '../../links/brands/organizations.ts'
import type { AppEnv, Deps } from '../../env.ts'
import { answerPage } from '../../platform/html/foot.tsx'
import { formTexts } from '../../platform/http/form-texts.ts'
import { requireOwnOrigin } from '../../platform/http/own-form.ts'
import {
  usesHttps,
  isEqualInConstantTime,
  signatureOf,
} from '../../platform/http/signed-cookies.ts'
import { createDeskActions, type DeskActions } from './desk-actions.ts'
import { findDeskSession } from './desk-sessions.ts'
import type { DeskPerson } from './people/people.ts'
import { may } from './people/permissions.ts'
import { ForeignFormPage } from './sign-in-pages.tsx'

export const DESK_PATH = '/desk'

export type Desk = {
  sessionId: string
  brand: BrandRow
  /** Person who is signed in, with their current role. */
  person: DeskPerson
  /** Token of this session that every form contains. It prevents CSRF. */
  csrf: string
  /** Queries and actions of this brand, the only access to the database. */
  books: DeskActions
  /** Whether a code or passkey was used in this session in the last minutes. */
  isProven: boolean
  /** Number of unread messages; 0 if the role may not read messages. */
  unread: number
  /** Name of the OpenID Connect provider; null if this server has none. */
  provider: string | null
}
export type DeskEnv = {
  Variables: {
    deps: Deps
    desk: Desk
    form: Record<string, string>
    /** Subject of the change for the log, if the path does not name it. */
    subject?: string
  }
}

/**
 * Requires a session and sets its brand and person. Reads both with each request, so that a changed
 * role or a removal takes effect at once. A form must have the token of this session.
 */
export const requireDeskSession: MiddlewareHandler<DeskEnv> = async (c, next) => {
  const { deps } = c.var
  const isForm = c.req.method === 'POST'
  if (isForm) requireOwnOrigin(c as unknown as Context<AppEnv>)
  const token = getCookie(c, DESK_COOKIE) ?? ''
  const session = token === '' ? undefined : await findDeskSession(deps.db, token)
  if (!session) return c.redirect(`${DESK_PATH}/sign-in`, 303)
  const { id: sessionId, brand, person, isProven } = session
  const csrf = signatureOf(c as unknown as Context<AppEnv>, 'desk-form', sessionId)
  const books = createDeskActions(deps, brand, person)
  const isReader = !isForm && may(person.role, 'GET /desk/messages')
  const unread = isReader ? await books.messages.unread() : 0
  const provider = deps.config.oidc?.name ?? null
  c.set('desk', { sessionId, brand, person, csrf, books, isProven, unread, provider })
  if (isForm) {
    const form = formTexts(await c.req.parseBody())
    if (!isEqualInConstantTime(csrf, form['csrf'] ?? ''))
      return answerPage(c as unknown as Context<AppEnv>, <ForeignFormPage />, 403)
    c.set('form', form)
  }
  return next()
}

export const keepSession = (c: Context<AppEnv>, token: string) =>
  setCookie(c, DESK_COOKIE, token, {
    ...scope(c),
    maxAge: DESK_COOKIE_DAYS * 24 * 60 * 60,
  })

export const dropSession = (c: Context<AppEnv>) =>
  setCookie(c, DESK_COOKIE, '', { ...scope(c), maxAge: 0 })

const scope = (c: Context<AppEnv>) =>
  ({ httpOnly: true, sameSite: 'Lax', path: DESK_PATH, secure: usesHttps(c) }) as const
