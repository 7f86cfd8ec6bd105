import { ConfigError } from '../../../platform/config/config.ts'
import type { ActionName } from '../../actions/actions.ts'
import { admitApplication, declineApplication } from '../../brand-applications/decide.ts'
import { EntryErrors } from '../content/entries.ts'
import { numberIn, reasonIn, type ConsoleAction } from './console-action.ts'

/** Actions about applications of brands. */
export const APPLICATION_ACTIONS = {
  'brand.admit': {
    kinds: ['application'],
    prepare: (deps, id, texts) => async (tx) => {
      try {
        await admitApplication(tx, deps, { id: numberIn(id), texts })
      } catch (error) {
        if (!(error instanceof EntryErrors)) throw error
        throw new ConfigError(Object.values(error.errors).flat().join(' '))
      }
    },
  },
  'brand.decline': {
    kinds: ['application'],
    prepare(_deps, id, form) {
      const why = reasonIn(form)
      return (tx) => declineApplication(tx, numberIn(id), why)
    },
  },
} satisfies Partial<Record<ActionName, ConsoleAction>>
