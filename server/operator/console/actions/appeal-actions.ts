import { and, eq, inArray, ne } from 'drizzle-orm'
import { ConfigError } from '../../../platform/config/config.ts'
import type { Tx } from '../../../platform/db/client.ts'
import { auditEntries, staff, type AppealDecision } from '../../../platform/db/schema.ts'
import { currentActor } from '../../../platform/http/actor.ts'
import { actionOf, type ActionName } from '../../actions/actions.ts'
import { decideAppeal, lockAppeal, type Appeal } from '../../appeals/appeals.ts'
import { numberIn, reasonIn, type ConsoleAction } from './console-action.ts'

const BLOCKING = ['content.block', 'person.block', 'person.pause']

/** Returns whether another member of the staff, who has joined, may decide about appeals. */
const hasOtherMember = async (tx: Tx, staffId: string) =>
  (await tx.$count(
    staff,
    and(
      ne(staff.id, staffId),
      ne(staff.name, ''),
      inArray(staff.role, [...actionOf('appeal.accept').roles]),
    ),
  )) > 0

/**
 * Refuses a decision by the member who blocked, if somebody else can decide.
 *
 * @throws ConfigError
 */
async function requireOther(tx: Tx, { about, name }: Appeal): Promise<void> {
  const { id: staffId } = currentActor()
  const entries = await tx
    .select({ staffId: auditEntries.staffId })
    .from(auditEntries)
    .where(
      and(eq(auditEntries.subject, `${about} ${name}`), inArray(auditEntries.action, BLOCKING)),
    )
    .orderBy(auditEntries.position)
  if (entries.at(-1)?.staffId === staffId && (await hasOtherMember(tx, staffId)))
    throw new ConfigError('You blocked this, so somebody else decides about the appeal.')
}

const decision = (is: AppealDecision): ConsoleAction => ({
  kinds: ['appeal'],
  prepare(_deps, id, form) {
    const why = reasonIn(form)
    return async (tx) => {
      const appeal = await lockAppeal(tx, numberIn(id))
      if (!appeal) throw new ConfigError('This appeal was decided already.')
      await requireOther(tx, appeal)
      await decideAppeal(tx, appeal, { decision: is, why })
    }
  },
})

/** Actions about appeals against blocks. */
export const APPEAL_ACTIONS = {
  'appeal.accept': decision('accepted'),
  'appeal.reject': decision('rejected'),
} satisfies Partial<Record<ActionName, ConsoleAction>>
