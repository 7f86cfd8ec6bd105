import { cancelDeletion, findDeletionRequest } from '../../../people/accounts/leavers.ts'
import { revokeEverySession } from '../../../people/accounts/sessions.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import { notifyPageChanged } from '../../../platform/db/page-changed.ts'
import type { ActionName } from '../../actions/actions.ts'
import { writeArchive } from '../../exports/archive.ts'
import { scheduleDeletion } from '../../leaving/request-deletion.ts'
import { resetFactors } from '../../reset-factors.ts'
import { reasonIn, requireUser, type ActionArchive, type ConsoleAction } from './console-action.ts'

/** Actions about the account of a person. */
export const PERSON_ACTIONS = {
  'person.sign-out': {
    kinds: ['user'],
    prepare: (_deps, id) => async (tx) => revokeEverySession(tx, (await requireUser(tx, id)).id),
  },
  'person.reset-factors': {
    kinds: ['user'],
    prepare(_deps, id, form) {
      const why = reasonIn(form)
      return async (tx) => resetFactors(tx, (await requireUser(tx, id)).email, why)
    },
  },
  'person.export': {
    kinds: ['user'],
    answers: 'archive',
    prepare(deps, id, form) {
      reasonIn(form)
      return async (tx): Promise<ActionArchive> => {
        const user = await requireUser(tx, id)
        return {
          name: `data-${user.id}`,
          write: (output) => writeArchive(deps, user.id, output),
        }
      }
    },
  },
  'person.delete': {
    kinds: ['user'],
    prepare(_deps, id, form) {
      const why = reasonIn(form)
      return async (tx) => {
        const user = await requireUser(tx, id)
        if (await findDeletionRequest(tx, user.id))
          throw new ConfigError('This account is already being deleted.')
        await scheduleDeletion(tx, user.id, why)
      }
    },
  },
  'person.keep': {
    kinds: ['user'],
    prepare: (_deps, id) => async (tx) => {
      const user = await requireUser(tx, id)
      if (!(await cancelDeletion(tx, user.id)))
        throw new ConfigError('Nobody asked to delete this account, or it is being deleted now.')
      await notifyPageChanged(tx, user.id)
    },
  },
} satisfies Partial<Record<ActionName, ConsoleAction>>
