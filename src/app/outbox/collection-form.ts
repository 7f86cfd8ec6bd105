import { saveDraft } from '#live/drafts/drafts.ts'
import { changedFields } from '#mirror/outbox/edits.ts'
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
    const isAlone = all.every((other) => other.seq === entry.seq || !mentions(other, collection))
    if (type !== 'regular' || !isAlone) return undefined
    return {
      href: linksPath({ tab: 'collections', dialog: 'new' }),
      fill: () => saveDraft(storage, 'new-collection', { kind: type, name: body.name }),
    }
  }
  if (change.kind !== 'edit-collection') return undefined
  const fields = changedFields(change)
  if (Object.keys(fields).join() !== 'name') return undefined
  return {
    href: collectionPath(change.collection, { dialog: 'rename' }),
    fill: () => saveDraft(storage, `collection-name-${change.collection}`, fields),
  }
}

const mentions = ({ change }: Entry, id: string) => JSON.stringify(change).includes(id)
