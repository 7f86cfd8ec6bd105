import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import type { Deps } from '../../../env.ts'
import type { BlockFacts } from '../../../people/activity/activity.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { users } from '../../../platform/db/schema.ts'
import type { ArchiveOutput } from '../../exports/archive.ts'
import { requireText } from './require-text.ts'

export type Form = Record<string, string>

/** CSV file that an action returns instead of a page. */
export type ActionFile = { name: string; text: string }

/** ZIP file that an action writes into its answer, after the action is recorded. */
export type ActionArchive = { name: string; write: (output: ArchiveOutput) => Promise<void> }

export const isArchive = (result: unknown): result is ActionArchive =>
  result !== null && typeof result === 'object' && 'name' in result && 'write' in result

export const isFile = (result: unknown): result is ActionFile =>
  result !== null && typeof result === 'object' && 'name' in result && 'text' in result

export type ConsoleAction = {
  /** Kind of its subjects, the first word of a subject. */
  kinds: readonly string[]
  /**
   * Returns the work on the named subject. Reads the form first, so that mistakes are reported
   * before anything happens.
   *
   * @throws ConfigError with a sentence for the member.
   */
  prepare(deps: Deps, name: string, form: Form, kind: string): (tx: Tx) => Promise<unknown>
  /** Answer instead of the page where the form was: a file, or a text about the result. */
  answers?: 'file' | 'archive' | 'text'
}

export const reasonIn = (form: Form) => requireText('why', form['why'], 500)

/** Returns the facts of a block from a form, with the address for objections. */
export const blockIn = ({ operatorEmail }: Deps['config'], form: Form): BlockFacts => ({
  why: reasonIn(form),
  rule: requireText('rule', form['rule'], 200),
  contact: operatorEmail,
})

/** Returns the number in a subject, or 0, which no row has. */
export const numberIn = (name: string) => (/^[1-9]\d{0,8}$/.test(name) ? Number(name) : 0)

export const gone = (what: string) => new ConfigError(`This ${what} does not exist any more.`)

/** Returns a user. Throws if the account does not exist, or the id is none. */
export async function requireUser(tx: Tx, id: string): Promise<{ id: string; email: string }> {
  const [user] = v.is(Uuid, id) ? await tx.select().from(users).where(eq(users.id, id)) : []
  if (!user) throw gone('account')
  return user
}
