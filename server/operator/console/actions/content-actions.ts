import { ConfigError } from '../../../platform/config/config.ts'
import type { ActionName } from '../../actions/actions.ts'
import { kindNamed } from '../../content/kinds.ts'
import { readEntries } from '../../content/read-entries.ts'
import { applyEntry, EntryErrors } from '../content/entries.ts'
import { gone, type ConsoleAction } from './console-action.ts'

/** Actions that change what the content file sets. The subject is `entry`, its group and its key. */
export const CONTENT_ACTIONS = {
  'site.entry': {
    kinds: ['entry'],
    prepare(deps, name, form) {
      const [group = '', ...words] = name.split(' ')
      const kind = kindNamed(group)
      if (!kind) throw gone('entry')
      return async (tx) => {
        try {
          const stored = await readEntries(tx, kind)
          const typed = { kind, key: words.join(' '), texts: form, stored }
          const { changes } = await applyEntry({ ...deps, db: tx }, typed, false)
          return changes
        } catch (error) {
          if (!(error instanceof EntryErrors)) throw error
          throw new ConfigError(Object.values(error.errors).flat().join(' '))
        }
      }
    },
  },
} satisfies Partial<Record<ActionName, ConsoleAction>>
