import type { Entry } from '#mirror/outbox/entries.ts'

/** Those of one link, whichever of its ids they know. */
export const aboutLink = (entries: readonly Entry[], uuid: string) =>
  entries.filter(
    ({ change }) =>
      ('link' in change && change.link === uuid) ||
      (change.kind === 'tag-links' && change.links.includes(uuid)),
  )
