import type { SmartRule } from '#contract/collections.ts'
import { ruleText } from '#contract/rules/smart-rule-text.ts'
import type { FieldChanges } from '../../../platform/db/schema/links/history-schema.ts'
import type { RecordedFields } from '../../../platform/history/record.ts'
import { onlyChanged, type FieldWords } from '../../../platform/history/words.ts'
import type { CollectionRow } from '../collection-rows.ts'
import { linkIdOf } from './link-moves.ts'

/** Fields of a collection in its history, named as in an edit, and their columns. */
export const COLLECTION_FIELDS: RecordedFields<CollectionRow> = {
  name: 'name',
  layout: 'layout',
  image_upload_id: 'imageUploadId',
  image_params: 'imageParams',
  thumbnail_params: 'thumbnailParams',
  rule: 'rule',
}

/** Maximum number of links that an entry names. */
const MAX_NAMES = 10

/** Returns the words for the history of collections. `names`: names of links by id. */
export const collectionWords = (names: Map<string, string>): Record<string, FieldWords> => ({
  name: { label: 'Name' },
  layout: {
    label: 'Layout on your page',
    text: (layout) => LAYOUTS[layout as CollectionRow['layout']],
  },
  image_upload_id: onlyChanged('Cover photo'),
  image_params: onlyChanged('Crop of the cover photo'),
  thumbnail_params: onlyChanged('Square crop of the cover photo'),
  rule: { label: 'Rule', text: (rule) => (rule === null ? null : ruleText(rule as SmartRule)) },
  links_added: { label: 'Added links', text: (ids) => listText(ids, names) },
  links_removed: { label: 'Removed links', text: (ids) => listText(ids, names) },
  link_order: onlyChanged('Order of the links'),
})

const LAYOUTS = { list: 'List', grid: 'Grid', post: 'Post' }

/** Returns changes with the added, removed and moved links as one field each. */
export function withLinkLists(changes: FieldChanges): FieldChanges {
  const fields: FieldChanges = {}
  const added: [string, number][] = []
  const removed: [string, number][] = []
  for (const [name, change] of Object.entries(changes)) {
    const id = linkIdOf(name)
    if (id === undefined) fields[name] = change
    else if (change.from === null) added.push([id, Number(change.to)])
    else if (change.to === null) removed.push([id, Number(change.from)])
    else fields['link_order'] = { from: null, to: null }
  }
  if (added.length > 0) fields['links_added'] = { from: null, to: inOrder(added) }
  if (removed.length > 0) fields['links_removed'] = { from: inOrder(removed), to: null }
  return fields
}

const inOrder = (places: [string, number][]) =>
  places.toSorted(([, one], [, other]) => one - other).map(([id]) => id)

/** Returns the ids of the links that an entry names. */
export const namedLinks = ({ links_added, links_removed }: FieldChanges): string[] =>
  [links_added?.to, links_removed?.from].flatMap((ids) =>
    ((ids ?? []) as string[]).slice(0, MAX_NAMES),
  )

function listText(value: unknown, names: Map<string, string>): string | null {
  if (value === null) return null
  const ids = value as string[]
  const known = ids.slice(0, MAX_NAMES).map((id) => names.get(id) ?? 'a deleted link')
  const more = ids.length - known.length
  return [...known, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
