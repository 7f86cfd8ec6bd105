import { keepDraft } from '#live/drafts/drafts.ts'
import { ownFields } from '#mirror/outbox/edits.ts'
import type { Entry } from '#mirror/outbox/entries.ts'
import { linksIndex } from '#live/mirror.ts'
import { collectionPath, linksPath } from '#paths.ts'

/**
 * Returns the form in which a refused collection change can be edited again, filled in. Returns
 * undefined if no form has all of its fields, or if other changes depend on it.
 */
export function collectionForm(entry: Entry, all: readonly Entry[]) {
  const { change } = entry
  const { storage } = linksIndex()
  if (change.kind === 'create-collection') {
    const { collection, body, type } = change
    const isAlone = all.every((other) => other.seq === entry.seq || !names(other, collection))
    if (type !== 'regular' || !isAlone) return undefined
    return {
      href: linksPath({ tab: 'collections', dialog: 'new' }),
      fill: () => keepDraft(storage, 'new-collection', { kind: type, name: body.name }),
    }
  }
  if (change.kind !== 'edit-collection') return undefined
  const typed = ownFields(change)
  if (Object.keys(typed).join() !== 'name') return undefined
  return {
    href: collectionPath(change.collection, { dialog: 'rename' }),
    fill: () => keepDraft(storage, `collection-name-${change.collection}`, typed),
  }
}

const names = ({ change }: Entry, id: string) => JSON.stringify(change).includes(id)
