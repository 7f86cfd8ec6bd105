import { Hono } from 'hono'
import * as v from 'valibot'
import type { AppEnv } from '../../../../server/env.ts'
import { mountRoutes } from '../../../../server/routes.ts'
import { validatedInputOf } from '../../../../server/platform/http/validate.ts'

/** Properties of valibot's schemas that are used here. */
export type Schema = v.GenericSchema & {
  pipe?: Step[]
  wrapped?: Schema
  item?: Schema
  key?: Schema
  value?: Schema
  entries?: Record<string, Schema>
  options?: unknown[]
}

/** Step of a pipe: a schema, a check or metadata. */
type Step = Schema & { kind: string; requirement?: unknown; metadata?: { maxLength?: number } }

export type ValidatedRoute = {
  method: string
  path: string
  part: 'json' | 'query'
  schema: Schema
}

/** Returns every route with a validated body or query, as mounted in a running server. */
export function validatedRoutes(): ValidatedRoute[] {
  const app = new Hono<AppEnv>()
  mountRoutes(app)
  return app.routes.flatMap(({ method, path, handler }) => {
    const taken = validatedInputOf(handler)
    return taken ? [{ method, path, part: taken.part, schema: taken.schema }] : []
  })
}

/** Field of a schema: its path, its schema and its maximum length. */
export type SchemaField = { at: string[]; schema: Schema; max: number }

/** Path segment for the entries of a record. */
export const ANY_KEY = '<any>'

/** Returns all fields of a schema. Fields without a limit have the maximum Infinity. */
export function fieldsOf(schema: Schema, at: string[] = [], most = Infinity): SchemaField[] {
  if (schema.pipe) {
    const [max = most] = schema.pipe.flatMap(maximumOf)
    return schema.pipe.filter(isSchema).flatMap((part) => fieldsOf(part, at, max))
  }
  if (schema.wrapped) return fieldsOf(schema.wrapped, at, most)
  const below = (part: Schema | undefined, name: string) =>
    part ? fieldsOf(part, [...at, name]) : []
  return [
    { at, schema, max: most },
    ...(schema.type === 'union' ? (schema.options as Schema[]) : []).flatMap((one) =>
      fieldsOf(one, at, most),
    ),
    ...Object.entries(schema.entries ?? {}).flatMap(([name, part]) => below(part, name)),
    ...below(schema.item, '0'),
    ...below(schema.key, ANY_KEY),
    ...below(schema.value, ANY_KEY),
  ]
}

/** Returns the limit that a step of a pipe sets. Our own check of a length tells it as metadata. */
function maximumOf({ type, requirement, metadata }: Step): number[] {
  if (type === 'max_length' || type === 'max_entries') return [Number(requirement)]
  return metadata?.maxLength === undefined ? [] : [metadata.maxLength]
}

const isSchema = ({ kind }: { kind: string }) => kind === 'schema'

const CANDIDATES = [
  'lamp',
  '1',
  '00000000-0000-4000-8000-000000000000',
  'ana@people.example',
  '2026-05-12',
  '2026-05-12T10:00:00Z',
  'f'.repeat(64),
]

/** Returns a minimal valid value, without optional fields. */
export function minimalValue(schema: Schema): unknown {
  const last = schema.pipe?.filter(isSchema).at(-1)
  if (schema.type === 'picklist') return schema.options?.[0]
  if (schema.type === 'string') return CANDIDATES.find((one) => v.is(schema, one))
  if (last) return minimalValue(last)
  if (schema.wrapped) return minimalValue(schema.wrapped)
  if (schema.item) return [minimalValue(schema.item)]
  if (!schema.entries) return { string: 'lamp', number: 1, boolean: true }[schema.type]
  const needed = Object.entries(schema.entries).filter(([, part]) => !/optional/.test(part.type))
  return Object.fromEntries(needed.map(([name, part]) => [name, minimalValue(part)]))
}

/** Returns `whole` with `value` at one path. */
export function withValue(whole: unknown, at: string[], value: unknown): unknown {
  const [name, ...rest] = at
  if (name === undefined) return value
  if (name === '0') return [withValue(undefined, rest, value)]
  const given = Object(whole) as Record<string, unknown>
  return { ...given, [name]: withValue(given[name], rest, value) }
}
