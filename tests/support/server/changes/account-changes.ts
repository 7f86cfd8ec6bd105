import type { AccountChange, AccountChanges } from '#contract/people/account-changes.ts'
import { MEMBERS } from '../members.ts'
import type { Person } from '../people.ts'

export const CHANGES = `${MEMBERS}changes/`

/** Returns the newest changes of a person's account. */
export const changesOf = async (person: Person): Promise<AccountChange[]> =>
  (await person.get<AccountChanges>(CHANGES)).results

/** Returns changes as `name: event thing “name”`, with `(before “name”)` for another name. */
export const asSentences = (changes: AccountChange[]) =>
  changes.map(({ by, thing, event, name, name_before }) => {
    const before = name_before === null ? '' : ` (before “${name_before}”)`
    return `${by.is_you ? 'You' : by.name}: ${event} ${thing} “${name}”${before}`
  })
