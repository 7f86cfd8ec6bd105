import type { Entry } from '#mirror/outbox/entries.ts'

/** Returns the entries that change this link. */
export const entriesOfLink = (entries: readonly Entry[], uuid: string) =>
  entries.filter(
    ({ change }) =>
      ('link' in change && change.link === uuid) ||
      ((change.kind === 'tag-links' || change.kind === 'add-parameters') &&
        change.links.includes(uuid)),
  )
