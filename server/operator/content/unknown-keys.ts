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

/**
 * Returns the places of keys that the schema does not define, so that a typo is reported instead of
 * ignored.
 */
export function unknownKeys(schema: v.GenericSchema, value: unknown): Place[] {
  return walk(schema, value, [])
}

function walk(schema: Schema, value: unknown, at: Place): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = schema.wrapped ?? arraySchemaIn(schema)
  if (inner) return walk(inner, value, at)
  if (Array.isArray(value)) {
    const { item } = schema
    return item ? value.flatMap((one, index) => walk(item, one, [...at, index])) : []
  }
  return Object.entries(value).flatMap(([key, part]) => {
    const known = schemaOfKey(schema, key)
    if (known === undefined) return [[...at, key]]
    return known === null ? [] : walk(known, part, [...at, key])
  })
}

/** Lists are wrapped in a custom schema that checks the length first. */
const arraySchemaIn = (schema: Schema) =>
  schema.type === 'custom' ? schema.pipe?.find(({ type }) => type === 'array') : undefined

/**
 * Returns the schema of a key: undefined if there is no such key, null if its value is not checked
 * here.
 */
function schemaOfKey(schema: Schema, key: string): Schema | null | undefined {
  const group = schema.type === 'union' ? schema.options?.find(({ entries }) => entries) : schema
  if (group?.entries) return Object.hasOwn(group.entries, key) ? group.entries[key] : undefined
  return schema.type === 'record' ? (schema.value ?? null) : null
}
