import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { GenericSchema } from 'valibot'

export type JsonSchema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  [keyword: string]: unknown
}

/**
 * Converts a schema of the contract. Transformations are left out, because the schema describes
 * what is sent; checks that JSON Schema cannot express are left out as well.
 */
export function jsonSchemaOf(schema: GenericSchema, named: NamedSchemas = {}): JsonSchema {
  const { $schema: _, $defs: __, ...rest } = toJsonSchema(simplify(schema), options(named))
  return rest as JsonSchema
}

/** Schemas that are described once and referred to by their names. */
export type NamedSchemas = Record<string, GenericSchema>

/** Converts the schemas that others refer to, for `components.schemas` of OpenAPI. */
export function namedJsonSchemas(named: NamedSchemas): Record<string, JsonSchema> {
  const { definitions, ...rest } = options(named)
  return toJsonSchemaDefs(definitions, rest) as Record<string, JsonSchema>
}

const options = (named: NamedSchemas) => ({
  errorMode: 'ignore' as const,
  definitions: Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, simplify(schema)]),
  ),
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
})

/** Parts of a Valibot schema that lead to other schemas, or a step of a pipe. */
type Step = {
  kind: string
  type: string
  pipe?: readonly Step[]
  wrapped?: Step
  entries?: Record<string, Step>
  item?: Step
  options?: readonly unknown[]
  metadata?: { maxLength?: number }
}

const simplify = (schema: GenericSchema) => simpler(schema) as unknown as GenericSchema

/** Copies by their schemas. The same schema has the same copy, so that its name is recognized. */
const copies = new WeakMap<Step, Step>()

/** Returns a copy without transformations and with one schema per pipe. */
function simpler(schema: Step): Step {
  const known = copies.get(schema)
  if (known) return known
  const copy = copyOf(schema)
  copies.set(schema, copy)
  return copy
}

function copyOf(schema: Step): Step {
  if (schema.pipe) return simplerPipe(schema.pipe)
  const { wrapped, entries, item, options, type } = schema
  return {
    ...schema,
    ...(wrapped && { wrapped: simpler(wrapped) }),
    ...(entries && {
      entries: Object.fromEntries(
        Object.entries(entries).map(([name, one]) => [name, simpler(one)]),
      ),
    }),
    ...(item && { item: simpler(item) }),
    ...(type === 'union' && options && { options: (options as Step[]).map(simpler) }),
  }
}

/** Keeps the schema that says most, and the checks that JSON Schema has. */
function simplerPipe(pipe: readonly Step[]): Step {
  const steps = pipe.flatMap(flatten)
  const schemas = steps.filter(({ kind }) => kind === 'schema')
  const base = schemas.find(({ type }) => type !== 'custom') ?? schemas[0]
  if (!base) throw new Error('a pipe has no schema')
  const checks = steps.flatMap(checkOf)
  return { ...simpler(base), pipe: [simpler(base), ...checks] }
}

const flatten = (step: Step): Step[] => (step.pipe ? step.pipe.flatMap(flatten) : [step])

/** Returns a check that JSON Schema has. Our own check of a length tells its limit as metadata. */
function checkOf(step: Step): Step[] {
  if (CHECKS.has(step.type)) return [step]
  const max = step.metadata?.maxLength
  return max === undefined ? [] : [v.maxLength(max)]
}

const CHECKS = new Set([
  'integer',
  'max_length',
  'max_value',
  'min_length',
  'min_value',
  'regex',
  'uuid',
])
