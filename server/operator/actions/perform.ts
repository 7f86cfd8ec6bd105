import { sql } from 'drizzle-orm'
import { ConfigError } from '../../platform/config/config.ts'
import type { Db, Tx } from '../../platform/db/client.ts'
import { actAs } from '../../platform/http/actor.ts'
import type { ActionName } from './actions.ts'
import { addEntry, type Actor, type Json } from './audit-log.ts'
import { readState, resolveSubject } from './states.ts'

export type Attempt = {
  action: ActionName
  /** Kind and number or name of what is changed. A link is named by its id or its name. */
  subject: string
  why: string
  /** Further facts for the entry, without secrets and addresses. */
  facts?: { [name: string]: Json }
}

/**
 * Runs an action and records it in the same transaction, with the state of its subject before and
 * after. An action that is refused without changing anything leaves no entry. If only some
 * of several decisions are refused, the others are stored before the error is thrown.
 */
export async function perform<T>(
  db: Db,
  by: Actor,
  { action, subject, why, facts = {} }: Attempt,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const outcome = await db.transaction(async (tx) => {
    const { shown, stored } = await resolveSubject(tx, subject)
    await lockSubject(tx, shown)
    const before = await readState(tx, stored)
    const operator = { kind: 'operator', id: by.staffId ?? '', name: by.who } as const
    const result = await attempt(() => actAs(operator, () => work(tx)))
    const after = await readState(tx, stored)
    if ('value' in result || JSON.stringify(before) !== JSON.stringify(after)) {
      const seen = Object.keys(facts).length === 0 ? after : { ...facts, ...after }
      await addEntry(tx, { ...by, action, subject: shown, before, after: seen, why })
    }
    return result
  })
  if ('refusal' in outcome) throw outcome.refusal
  return outcome.value
}

/**
 * Lets actions on one subject run one after the other. Otherwise a refused action would see the
 * change of another one as its own.
 */
const lockSubject = (tx: Tx, subject: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`subject ${subject}`}, 0))`)

type Outcome<T> = { value: T } | { refusal: ConfigError }

async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof ConfigError) return { refusal: error }
    throw error
  }
}
