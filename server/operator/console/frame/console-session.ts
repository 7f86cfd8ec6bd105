import type { Context, MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { CONSOLE_COOKIE, CONSOLE_COOKIE_HOURS } from '#contract/people/session-cookies.ts'
import type { AppEnv } from '../../../env.ts'
import type { Config } from '../../../platform/config/config.ts'
import { answerPage } from '../../../platform/html/foot.tsx'
import type { Html } from '../../../platform/html/text-of.ts'
import { formTexts } from '../../../platform/http/form-texts.ts'
import { CrossSiteFormError, requireOwnOrigin } from '../../../platform/http/own-form.ts'
import {
  isEqualInConstantTime,
  signatureOf,
  usesHttps,
} from '../../../platform/http/signed-cookies.ts'
import { countOpenAppeals } from '../../appeals/appeals.ts'
import { countOpenReports } from '../../reports/open-reports.ts'
import type { StaffRow } from '../../staff/staff.ts'
import { findStaffSession } from '../../staff/staff-sessions.ts'

export const CONSOLE_PATH = '/console'

export type Visit = {
  sessionId: string
  member: StaffRow
  /** Whether a code was entered in this session in the last minutes. */
  isProven: boolean
  /** Token of this session that every form contains. It prevents CSRF. */
  csrf: string
  /** Number of reports and appeals that wait for a decision. */
  openReports: number
}
export type ConsoleEnv = {
  Variables: AppEnv['Variables'] & {
    visit: Visit
    form: Record<string, string>
    /** Pictures of the form by the name of their field. */
    pictures: Record<string, File>
  }
}
export type ConsoleContext = Context<ConsoleEnv>

const plain = (c: ConsoleContext) => c as unknown as Context<AppEnv>

export const answer = (c: ConsoleContext, page: Html, status: ContentfulStatusCode = 200) =>
  answerPage(plain(c), page, status)

/**
 * Requires a session. Reads the member with each request, so that a changed role or a removal takes
 * effect at once. A form must have the token of this session.
 */
export const requireStaffSession: MiddlewareHandler<ConsoleEnv> = async (c, next) => {
  const isForm = c.req.method === 'POST'
  if (isForm) requireOwnOrigin(plain(c))
  const token = getCookie(c, CONSOLE_COOKIE) ?? ''
  const session = token === '' ? undefined : await findStaffSession(c.var.deps.db, token)
  if (!session || !canSignIn(session.member, c.var.deps.config))
    return c.redirect(`${CONSOLE_PATH}/sign-in`, 303)
  const { id: sessionId, member, isProven } = session
  const csrf = signatureOf(plain(c), 'console-form', sessionId)
  c.set('visit', { sessionId, member, isProven, csrf, openReports: await countUndecided(c) })
  if (isForm) {
    const values = await c.req.parseBody()
    const form = formTexts(await textsOfFiles(values))
    if (!isEqualInConstantTime(csrf, form['csrf'] ?? '')) throw new CrossSiteFormError()
    c.set('form', form)
    c.set('pictures', picturesIn(values))
  }
  return next()
}

/** Returns the number of reports and appeals that wait for a decision. */
async function countUndecided({ var: { deps } }: ConsoleContext): Promise<number> {
  const [reports, appeals] = [await countOpenReports(deps.db), await countOpenAppeals(deps.db)]
  return reports.open + appeals.open
}

/** Members without an authenticator app sign in only by the claim, so they leave with that setting. */
const canSignIn = ({ sealedSecret }: StaffRow, { oidc }: Config) =>
  sealedSecret !== null || Boolean(oidc?.adminClaim)

/** End of the names of file fields for pictures. */
const PICTURE_END = '-file'
export const pictureField = (name: string) => `${name}${PICTURE_END}`

/** Returns the chosen pictures of a form by the name of their field. An empty field sends no name. */
const picturesIn = (values: Record<string, unknown>): Record<string, File> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value instanceof File && name.endsWith(PICTURE_END) && value.name !== ''
        ? [[name.slice(0, -PICTURE_END.length), value]]
        : [],
    ),
  )

/**
 * Returns the values of a form with the text and the name of each file, so that the form can be
 * sent again after a code was asked for. Leaves out pictures, which are no texts.
 */
async function textsOfFiles(values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const texts = Object.entries(values).map(async ([name, value]) => {
    if (!(value instanceof File)) return [[name, value]]
    if (name.endsWith(PICTURE_END)) return []
    return [
      [name, await value.text()],
      [`${name}-name`, value.name],
    ]
  })
  return Object.fromEntries((await Promise.all(texts)).flat())
}

export const keepStaffSession = (c: Context<AppEnv>, token: string) =>
  setCookie(c, CONSOLE_COOKIE, token, { ...scope(c), maxAge: CONSOLE_COOKIE_HOURS * 60 * 60 })

export const dropStaffSession = (c: ConsoleContext) =>
  setCookie(c, CONSOLE_COOKIE, '', { ...scope(plain(c)), maxAge: 0 })

const scope = (c: Context<AppEnv>) =>
  ({ httpOnly: true, sameSite: 'Strict', path: CONSOLE_PATH, secure: usesHttps(c) }) as const
