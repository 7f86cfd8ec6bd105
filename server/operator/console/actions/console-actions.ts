import { eq, sql } from 'drizzle-orm'
import type { Deps } from '../../../env.ts'
import { approveConversion, reverseConversion } from '../../../money/conversions/decisions.ts'
import { revokeEverySession } from '../../../people/accounts/sessions.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { users } from '../../../platform/db/schema.ts'
import type { ActionName } from '../../actions/actions.ts'
import { resetFactors } from '../../reset-factors.ts'
import { blockLink, unblockLink } from '../../reports/link-blocks.ts'
import { blockPage, unblockPage } from '../../reports/page-blocks.ts'
import { closeReports } from '../../reports/open-reports.ts'
import { REPORTS_OF } from '../../reports/reports-of.ts'
import { blockWidget, unblockWidget } from '../../reports/widget-blocks.ts'
import { requireText } from './require-text.ts'

type Form = Record<string, string>

type ConsoleAction = {
  /** Kind of its subjects, the first word of a subject. */
  kinds: readonly string[]
  /**
   * Returns the work on the named subject. Reads the form first, so that mistakes are reported
   * before anything happens.
   *
   * @throws ConfigError with a sentence for the member.
   */
  prepare(deps: Deps, name: string, form: Form, kind: string): (tx: Tx) => Promise<unknown>
}

const reasonOf = (form: Form) => requireText('why', form['why'], 500)
const numberIn = (name: string) => (/^[1-9]\d{0,8}$/.test(name) ? Number(name) : 0)

const BLOCKS = { link: blockLink, page: blockPage, widget: blockWidget }
const UNBLOCKS = { link: unblockLink, page: unblockPage, widget: unblockWidget }
const CONTENT = ['link', 'page', 'widget'] as const
const isBlockable = (kind: string): kind is keyof typeof BLOCKS => Object.hasOwn(BLOCKS, kind)

const gone = (what: string) => new ConfigError(`This ${what} does not exist any more.`)

async function requireUser(tx: Tx, id: string): Promise<{ id: string; email: string }> {
  const isId = /^[\da-f-]{36}$/.test(id)
  const [user] = isId ? await tx.select().from(users).where(eq(users.id, id)) : []
  if (!user) throw gone('account')
  return user
}

function requireDecision(decided: { problem: string } | { conversion: unknown }): void {
  if ('problem' in decided) throw new ConfigError(`This order ${decided.problem}.`)
}

/** Actions of the list that the console offers. Those of the command line alone are not here. */
export const CONSOLE_ACTIONS: Partial<Record<ActionName, ConsoleAction>> = {
  'person.sign-out': {
    kinds: ['user'],
    prepare: (_deps, id) => async (tx) => revokeEverySession(tx, (await requireUser(tx, id)).id),
  },
  'person.reset-factors': {
    kinds: ['user'],
    prepare(_deps, id, form) {
      const why = reasonOf(form)
      return async (tx) => resetFactors(tx, (await requireUser(tx, id)).email, why)
    },
  },
  'content.block': {
    kinds: CONTENT,
    prepare({ config }, name, form, kind) {
      const facts = {
        why: reasonOf(form),
        rule: requireText('rule', form['rule'], 200),
        contact: config.operatorEmail,
      }
      return async (tx) => {
        if (!isBlockable(kind) || !(await BLOCKS[kind](tx, name, facts))) throw gone(kind)
      }
    },
  },
  'content.unblock': {
    kinds: CONTENT,
    prepare: (_deps, name, _form, kind) => async (tx) => {
      if (!isBlockable(kind) || !(await UNBLOCKS[kind](tx, name))) throw gone(kind)
    },
  },
  'reports.dismiss': {
    kinds: CONTENT,
    prepare(_deps, name, form, kind) {
      const why = reasonOf(form)
      return async (tx) => {
        if (!isBlockable(kind)) throw gone(kind)
        const { about } = await REPORTS_OF[kind](tx, name)
        const closed = await closeReports(tx, about, { decision: 'dismissed', why })
        if (closed === 0) throw new ConfigError('These reports were decided already.')
      }
    },
  },
  'order.approve': {
    kinds: ['order'],
    prepare(_deps, id, form) {
      const why = reasonOf(form)
      return async (tx) =>
        requireDecision(await approveConversion(tx, numberIn(id), { why, at: new Date() }))
    },
  },
  'order.reverse': {
    kinds: ['order'],
    prepare(_deps, id, form) {
      const why = reasonOf(form)
      return async (tx) =>
        requireDecision(await reverseConversion(tx, numberIn(id), { why, at: new Date() }))
    },
  },
  'job.retry': {
    kinds: ['job'],
    prepare: (_deps, id) => async (tx) => {
      const rows = await tx.execute(sql`select id from graphile_worker.reschedule_jobs(
        job_ids := array[${numberIn(id)}]::bigint[], run_at := now(), attempts := 0)`)
      if (rows.length === 0) throw gone('job')
    },
  },
}
