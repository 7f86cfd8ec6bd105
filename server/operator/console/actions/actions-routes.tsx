import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ConfigError } from '../../../platform/config/config.ts'
import { answerCsv } from '../../../platform/http/answer-csv.ts'
import { ACTIONS, actionOf, type ActionName } from '../../actions/actions.ts'
import type { Json } from '../../actions/audit-log.ts'
import { PartlyDone } from '../../actions/partly-done.ts'
import { perform } from '../../actions/perform.ts'
import { FACTS } from '../../actions/recorded-command.ts'
import { answer, type ConsoleContext, type ConsoleEnv } from '../frame/console-session.ts'
import { askForProof } from '../sign-in/ask-for-proof.tsx'
import { TextPage } from '../sign-in/sign-in-pages.tsx'
import { subjectsIn } from './chosen.ts'
import { answerArchive } from './answer-archive.ts'
import { isArchive, isFile, type ConsoleAction } from './console-action.ts'
import { CONSOLE_ACTIONS } from './console-actions.ts'

/**
 * Routes of /console/actions, through which the console makes every change. The form has the
 * `subject`, for example `link lamp`, a reason where one is needed, and the page to return to. With
 * `many`, the subject is a kind, and the form has a checkbox for each chosen row.
 */
export const consoleActions = new Hono<ConsoleEnv>().post('/:action', async (c) => {
  const name = c.req.param('action') as ActionName
  const action = Object.hasOwn(ACTIONS, name) ? CONSOLE_ACTIONS[name] : undefined
  const [kind = ''] = (c.var.form['subject'] ?? '').split(' ')
  if (!action?.kinds.includes(kind)) throw new HTTPException(404)
  if (!actionOf(name).roles.includes(c.var.visit.member.role)) throw new HTTPException(403)
  if (actionOf(name).proof) {
    const asking = await askForProof(c)
    if (asking) return asking
  }
  const back = returnPath(c.var.form['back'])
  const { results, problems, isPartial } = await performAll(c, name, action)
  if (problems.length > 0) {
    const title = isPartial ? 'Not everything was changed' : 'Nothing was changed'
    const done = results.length === 0 ? [] : [`${results.length} were changed. Not changed:`]
    const text = [...done, ...problems].join('\n')
    return answer(c, <TextPage {...{ title, text, back }} isSignedIn />, 400)
  }
  const [result] = results
  if (action.answers === 'file' && isFile(result)) return answerCsv(c, result.name, result.text)
  if (action.answers === 'archive' && isArchive(result)) return answerArchive(c, result)
  if (action.answers === 'text' && typeof result === 'string')
    return answer(c, <TextPage title={actionOf(name).does} text={result} back={back} isSignedIn />)
  return c.redirect(back, 303)
})

/** Performs an action on each subject of the form. Each is one transaction and one entry. */
async function performAll(c: ConsoleContext, name: ActionName, action: ConsoleAction) {
  const { deps, form, visit } = c.var
  const by = { staffId: visit.member.id, who: visit.member.name }
  const { why = '' } = form
  const results: unknown[] = []
  const problems: string[] = []
  const attempt = async (subject: string) => {
    const [kind = '', ...rest] = subject.split(' ')
    const work = action.prepare(deps, rest.join(' '), form, kind)
    results.push(
      await perform(deps.db, by, { action: name, subject, why, facts: factsOf(form) }, work),
    )
  }
  let isPartial = false
  const collect = (error: unknown) => {
    if (!(error instanceof ConfigError)) throw error
    isPartial ||= error instanceof PartlyDone
    problems.push(error.message)
  }
  try {
    for (const subject of subjectsIn(form)) await attempt(subject).catch(collect)
  } catch (error) {
    collect(error)
  }
  return { results, problems, isPartial: isPartial || results.length > 0 }
}

const factsOf = (form: Record<string, string>): { [name: string]: Json } =>
  Object.fromEntries(
    FACTS.flatMap((name) => {
      const value = form[name] ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )

/** Returns a page of the console, whatever the form says. */
const returnPath = (path = '') =>
  !path.includes('..') &&
  /^\/console\/(people|links|widgets|reports|brands|applications|content|money|messages|jobs|audit|today)([/?][\w/?=&%.@+-]*)?$/.test(
    path,
  )
    ? path
    : '/console'
