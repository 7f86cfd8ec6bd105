import type * as v from 'valibot'
import type { FieldErrors } from '#contract/common.ts'

const MESSAGE = 'This field does not exist.'

/**
 * Returns an error for each field of a body that its schema does not have. A field inside another
 * one is reported at the outer one, with its path.
 */
export function unknownFieldErrors(schema: v.GenericSchema, body: unknown): FieldErrors {
  // Not an object, because a field can have the name of one of its methods.
  const errors = new Map<string, string[]>()
  for (const [field = '', ...inner] of unknownPaths(schema, body)) {
    const message = inner.length === 0 ? MESSAGE : `The field ${inner.join('.')} does not exist.`
    errors.set(field, [...(errors.get(field) ?? []), message])
  }
  return Object.fromEntries(errors)
}

/** Parts of a Valibot schema that lead to other schemas. */
type Parts = {
  pipe?: readonly { kind: string }[]
  wrapped?: v.GenericSchema
  entries?: Record<string, v.GenericSchema>
  item?: v.GenericSchema
}

/** Returns the paths of unknown fields. Schemas other than objects, lists and pipes accept all. */
function unknownPaths(schema: v.GenericSchema, value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const { pipe, wrapped, entries, item } = schema as unknown as Parts
  if (pipe) return pipe.filter(isSchema).flatMap((step) => unknownPaths(step, value))
  if (wrapped) return unknownPaths(wrapped, value)
  if (Array.isArray(value))
    return item ? value.flatMap((one, n) => below(String(n), unknownPaths(item, one))) : []
  if (schema.type !== 'object' || !entries) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(entries, name) ? entries[name] : undefined
    return known ? below(name, unknownPaths(known, inner)) : [[name]]
  })
}

const isSchema = (step: { kind: string }): step is v.GenericSchema => step.kind === 'schema'

const below = (name: string, paths: string[][]) => paths.map((path) => [name, ...path])
