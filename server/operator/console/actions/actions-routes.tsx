import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ConfigError } from '../../../platform/config/config.ts'
import { FieldError } from '../../../platform/http/errors.ts'
import { ACTIONS, actionOf, type ActionName } from '../../actions/actions.ts'
import { perform } from '../../actions/perform.ts'
import { requireStaffCode } from '../../staff/staff-codes.ts'
import { proveStaffSession } from '../../staff/staff-sessions.ts'
import { answer, type ConsoleContext, type ConsoleEnv } from '../frame/console-session.ts'
import { TextPage } from '../sign-in/sign-in-pages.tsx'
import { CONSOLE_ACTIONS } from './console-actions.ts'
import { ConfirmPage } from './confirm-page.tsx'

/**
 * Routes of /console/actions, through which the console makes every change. The form has the
 * `subject`, for example `link lamp`, a reason where one is needed, and the page to return to.
 */
export const consoleActions = new Hono<ConsoleEnv>().post('/:action', async (c) => {
  const name = c.req.param('action') as ActionName
  const action = Object.hasOwn(ACTIONS, name) ? CONSOLE_ACTIONS[name] : undefined
  const { subject = '', why = '' } = c.var.form
  const [kind = '', ...rest] = subject.split(' ')
  if (!action?.kinds.includes(kind)) throw new HTTPException(404)
  const { member } = c.var.visit
  if (!actionOf(name).roles.includes(member.role)) return refuse(c)
  if (actionOf(name).money) {
    const asking = await askForCode(c)
    if (asking) return asking
  }
  try {
    const { deps } = c.var
    const work = action.prepare(deps, rest.join(' '), c.var.form, kind)
    await perform(
      deps.db,
      { staffId: member.id, who: member.name },
      { action: name, subject, why },
      work,
    )
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return answer(c, <TextPage title="Nothing was changed" text={error.message} isSignedIn />, 400)
  }
  return c.redirect(returnPath(c.var.form['back']), 303)
})

const refuse = (c: ConsoleContext) =>
  answer(c, <TextPage title="Not allowed" text="Your role does not allow this." isSignedIn />, 403)

/** Asks for a code and then sends the same form again. Returns undefined after a recent code. */
async function askForCode(c: ConsoleContext): Promise<Response | undefined> {
  const { deps, visit, form } = c.var
  if (visit.isProven) return undefined
  const { code, ...fields } = form
  if (code === undefined) return answer(c, <ConfirmPage action={c.req.path} fields={fields} />, 428)
  try {
    await requireStaffCode(deps, visit.member.id, code)
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    const about = { action: c.req.path, fields, errors: error.errors }
    return answer(c, <ConfirmPage {...about} />, 400)
  }
  await proveStaffSession(deps.db, visit.sessionId)
  return undefined
}

/** Returns a page of the console, whatever the form says. */
const returnPath = (path = '') =>
  !path.includes('..') &&
  /^\/console\/(people|reports|jobs|audit|today)([/?][\w/?=&%.@+-]*)?$/.test(path)
    ? path
    : '/console'
