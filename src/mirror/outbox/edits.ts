import { UTM_FIELDS } from '#contract/links.ts'
import type { Change, Entry } from './entries.ts'

type EditChange = Extract<Change, { kind: 'edit-link' | 'edit-collection' }>
type Fields = Record<string, unknown>

export const isEdit = (change: Change): change is EditChange =>
  change.kind === 'edit-link' || change.kind === 'edit-collection'

/** What an edit changes: the whole form also says what it leaves as it is. */
export function ownFields({ edit, base }: EditChange): Fields {
  const given: Fields = { ...clearedUtm(edit, base), ...edit }
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => value !== undefined && !(name in base && isSame(value, base[name])),
    ),
  )
}

/** The whole form leaves empty campaign fields out (D-24). */
function clearedUtm(edit: Fields, base: Fields): Fields {
  const isWhole = 'name' in edit && 'short_code' in edit && 'tags' in edit
  return isWhole
    ? Object.fromEntries(UTM_FIELDS.filter((name) => name in base).map((name) => [name, '']))
    : {}
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** The same wish with another base: what stands there now is known, and may be overwritten. */
export function keepMine(change: EditChange, latest: object): EditChange {
  const now = fieldsOf(latest)
  const edit = ownFields(change)
  const base = Object.fromEntries(Object.keys(edit).map((name) => [name, now[name] ?? null]))
  return { ...change, edit, base }
}

/** What is left of it without these fields; null when nothing is. */
export function withoutFields(change: EditChange, fields: readonly string[]): EditChange | null {
  const edit = ownFields(change)
  const base: Fields = { ...change.base }
  for (const name of fields) {
    delete edit[name]
    delete base[name]
  }
  return Object.keys(edit).length === 0 ? null : { ...change, edit, base }
}

export function onlyFields(change: EditChange, fields: readonly string[]): EditChange {
  const own = Object.entries(ownFields(change)).filter(([name]) => fields.includes(name))
  return { ...change, edit: Object.fromEntries(own) }
}

/**
 * Later edits were made on top of one that is taken back: what they saw in its fields is replaced by
 * what stands there without it.
 */
export function rebased(later: Entry, taken: EditChange, without: Fields): Entry {
  const { change } = later
  if (!isEdit(change) || idOf(change) !== idOf(taken)) return later
  const wished = ownFields(taken)
  const base = { ...change.base }
  for (const [name, value] of Object.entries(wished))
    if (name in base && isSame(base[name], value)) base[name] = without[name] ?? null
  return { ...later, change: { ...change, base } }
}

/** An edit of what was not made yet saw what was shown in its place; now the real thing is there. */
export function onTopOf(change: Change, shown: object, real: object): Change {
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

/** The fields of a row by the names that an edit has for them. */
export function fieldsOf(row: object): Fields {
  const fields = { ...row } as Fields
  const domain = fields['link_domain_id']
  return typeof domain === 'object' && domain !== null && 'id' in domain
    ? { ...fields, link_domain_id: domain.id }
    : fields
}
