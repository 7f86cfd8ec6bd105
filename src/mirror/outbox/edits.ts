import { UTM_FIELDS } from '#contract/links/utm.ts'
import type { Change, Entry } from './entries.ts'

type EditChange = Extract<Change, { kind: 'edit-link' | 'edit-collection' }>
type Fields = Record<string, unknown>

export const isEdit = (change: Change): change is EditChange =>
  change.kind === 'edit-link' || change.kind === 'edit-collection'

/** Returns the fields that an edit changes. A whole form also contains unchanged ones. */
export function changedFields({ edit, base }: EditChange): Fields {
  const allFields: Fields = { ...clearedUtmFields(edit, base), ...edit }
  return Object.fromEntries(
    Object.entries(allFields).filter(
      ([name, value]) => value !== undefined && !(name in base && isSame(value, base[name])),
    ),
  )
}

/** A whole form leaves out empty campaign fields. */
function clearedUtmFields(edit: Fields, base: Fields): Fields {
  const isWholeForm = 'name' in edit && 'short_code' in edit && 'tags' in edit
  return isWholeForm
    ? Object.fromEntries(UTM_FIELDS.filter((name) => name in base).map((name) => [name, '']))
    : {}
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Returns the same edit based on the latest values, so that the server accepts overwriting them.
 */
export function rebaseOnLatest(change: EditChange, latest: object): EditChange {
  const now = fieldsOf(latest)
  const edit = changedFields(change)
  const base = Object.fromEntries(Object.keys(edit).map((name) => [name, now[name] ?? null]))
  return { ...change, edit, base }
}

/** Returns the edit without these fields, or null if no field is left. */
export function withoutFields(change: EditChange, fields: readonly string[]): EditChange | null {
  const edit = changedFields(change)
  const base: Fields = { ...change.base }
  for (const name of fields) {
    delete edit[name]
    delete base[name]
  }
  return Object.keys(edit).length === 0 ? null : { ...change, edit, base }
}

export function onlyFields(change: EditChange, fields: readonly string[]): EditChange {
  const own = Object.entries(changedFields(change)).filter(([name]) => fields.includes(name))
  return { ...change, edit: Object.fromEntries(own) }
}

/**
 * Adapts a later edit after an earlier one was discarded. Values that the later edit saw from the
 * discarded one are replaced by those without it.
 */
export function rebaseWithout(later: Entry, discarded: EditChange, without: Fields): Entry {
  const { change } = later
  if (!isEdit(change) || idOf(change) !== idOf(discarded)) return later
  const discardedFields = changedFields(discarded)
  const base = { ...change.base }
  for (const [name, value] of Object.entries(discardedFields))
    if (name in base && isSame(base[name], value)) base[name] = without[name] ?? null
  return { ...later, change: { ...change, base } }
}

/**
 * Adapts an edit of a new object once the server has created it. Values that the edit saw in the
 * placeholder are replaced by the real ones.
 */
export function rebaseOnCreated(change: Change, shown: object, real: object): Change {
  if (!isEdit(change)) return change
  const [before, now] = [fieldsOf(shown), fieldsOf(real)]
  const base = Object.entries(change.base).map(([name, value]) => [
    name,
    isSame(value, before[name]) ? (now[name] ?? null) : value,
  ])
  return { ...change, base: Object.fromEntries(base) as Fields }
}

export const idOf = (change: EditChange) =>
  change.kind === 'edit-link' ? change.link : change.collection

/** Returns the fields of a row, named as in an edit. */
export function fieldsOf(row: object): Fields {
  const fields = { ...row } as Fields
  const domain = fields['link_domain_id']
  return typeof domain === 'object' && domain !== null && 'id' in domain
    ? { ...fields, link_domain_id: domain.id }
    : fields
}
