import type * as v from 'valibot'

/** Path to a value in the content file. */
export type Place = readonly (string | number)[]

type Schema = {
  type: string
  entries?: Record<string, Schema>
  item?: Schema
  wrapped?: Schema
  value?: Schema
  options?: Schema[]
  pipe?: Schema[]
}

/** Where a value has keys that its schema does not know: a slip of the pen must not look as if it worked. */
export function unknownKeys(schema: v.GenericSchema, value: unknown): Place[] {
  return walk(schema, value, [])
}

function walk(schema: Schema, value: unknown, at: Place): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = schema.wrapped ?? arrayIn(schema)
  if (inner) return walk(inner, value, at)
  if (Array.isArray(value)) {
    const { item } = schema
    return item ? value.flatMap((one, index) => walk(item, one, [...at, index])) : []
  }
  return Object.entries(value).flatMap(([key, part]) => {
    const known = keyIn(schema, key)
    if (known === undefined) return [[...at, key]]
    return known === null ? [] : walk(known, part, [...at, key])
  })
}

/** A list is checked for its length first, and only then for what is in it. */
const arrayIn = (schema: Schema) =>
  schema.type === 'custom' ? schema.pipe?.find(({ type }) => type === 'array') : undefined

/** Undefined: no such key; null: whatever stands there is judged elsewhere. */
function keyIn(schema: Schema, key: string): Schema | null | undefined {
  const group = schema.type === 'union' ? schema.options?.find(({ entries }) => entries) : schema
  if (group?.entries) return Object.hasOwn(group.entries, key) ? group.entries[key] : undefined
  return schema.type === 'record' ? (schema.value ?? null) : null
}
