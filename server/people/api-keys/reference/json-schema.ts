import { toJsonSchema } from '@valibot/to-json-schema'
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
export function jsonSchemaOf(schema: GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(simplify(schema), { errorMode: 'ignore' })
  return rest as JsonSchema
}

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

/** Returns a copy without transformations and with one schema per pipe. */
function simpler(schema: Step): Step {
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
