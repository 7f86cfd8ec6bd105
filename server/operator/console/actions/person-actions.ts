import { cancelDeletion, findDeletionRequest } from '../../../people/accounts/leavers.ts'
import { revokeEverySession } from '../../../people/accounts/sessions.ts'
import { ConfigError } from '../../../platform/config/config.ts'
import type { Restriction } from '../../../platform/db/schema.ts'
import { notifyPageChanged } from '../../../platform/db/page-changed.ts'
import type { ActionName } from '../../actions/actions.ts'
import { writeArchive } from '../../exports/archive.ts'
import { scheduleDeletion } from '../../leaving/request-deletion.ts'
import { releaseAccount, restrictAccount } from '../../reports/account-blocks.ts'
import { resetFactors } from '../../reset-factors.ts'
import {
  blockIn,
  reasonIn,
  requireUser,
  type ActionArchive,
  type ConsoleAction,
} from './console-action.ts'

/** Creates an action that pauses or blocks an account. */
const restriction = (kind: Restriction): ConsoleAction => ({
  kinds: ['user'],
  prepare({ config }, id, form) {
    const block = blockIn(config, form)
    return async (tx) =>
      restrictAccount(tx, (await requireUser(tx, id)).id, { restriction: kind, ...block })
  },
})

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
  'person.pause': restriction('paused'),
  'person.block': restriction('blocked'),
  'person.release': {
    kinds: ['user'],
    prepare: (_deps, id) => async (tx) => releaseAccount(tx, (await requireUser(tx, id)).id),
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
