import type { DbOrTx } from '../../platform/db/client.ts'
import { currentGroup } from './export-content.ts'
import { kindNamed, ONLY_KEY, type ContentKind } from './kinds.ts'

export type Entry = Record<string, unknown>
export type KeyedEntry = { key: string; entry: Entry }

/** Returns the entries of a kind in their order. */
export async function readEntries(
  db: DbOrTx,
  { group, key, fields }: ContentKind,
): Promise<KeyedEntry[]> {
  const found: object = await currentGroup(db, group)
  if (group === null) {
    const values = found as Entry
    const own = fields.map(({ name }) => [name, values[name]])
    return [{ key: ONLY_KEY, entry: Object.fromEntries(own) as Entry }]
  }
  if (key === null)
    return Object.entries(found).map(([name, entry]) => ({ key: name, entry: entry as Entry }))
  return (found as (Entry | string)[]).map((entry) =>
    typeof entry === 'string'
      ? { key: entry, entry: { [key]: entry } }
      : { key: String(entry[key]), entry },
  )
}

/** Returns an entry by its group and key, such as "brands sample-kitchen"; null if there is none. */
export async function readNamedEntry(db: DbOrTx, name: string): Promise<Entry | null> {
  const [group = '', ...words] = name.split(' ')
  const kind = kindNamed(group)
  if (!kind) return null
  const entries = await readEntries(db, kind)
  return entries.find(({ key }) => key === words.join(' '))?.entry ?? null
}
