import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { FieldErrors } from '#contract/common.ts'

/** Largest JSON body we read. Uploads have their own limit. */
export const MAX_JSON_BYTES = 256 * 1024

/**
 * Parses the JSON body with a contract schema and hands it on as `c.req.valid('json')`.
 * 413 for a body that is too large, 400 by field for one that breaks the schema. Unknown fields are
 * ignored (offline 34).
 */
export function body<Schema extends v.GenericSchema>(
  schema: Schema,
): MiddlewareHandler<
  object,
  string,
  { in: { json: v.InferInput<Schema> }; out: { json: v.InferOutput<Schema> } }
> {
  return taking(schema, 'json', async (c, next) => {
    const parsed = v.safeParse(schema, await readJson(c), AT_FIRST)
    if (!parsed.success) return c.json({ errors: fieldErrors(parsed.issues) }, 400)
    c.req.addValidatedData('json', parsed.output as object)
    return next()
  })
}

/** The same for the query string: `c.req.valid('query')`. Of a repeated name the first value counts. */
export function query<Schema extends v.GenericSchema<Record<string, unknown>, object>>(
  schema: Schema,
): MiddlewareHandler<
  object,
  string,
  { in: { query: v.InferInput<Schema> }; out: { query: v.InferOutput<Schema> } }
> {
  return taking(schema, 'query', async (c, next) => {
    const parsed = v.safeParse(schema, c.req.query(), AT_FIRST)
    if (!parsed.success) return c.json({ errors: fieldErrors(parsed.issues) }, 400)
    c.req.addValidatedData('query', parsed.output)
    return next()
  })
}

/** Once it is known to be too long, a value is not looked at for anything else. */
const AT_FIRST = { abortPipeEarly: true }

type ValidatedInput = { schema: v.GenericSchema; part: 'json' | 'query' }
const taken = new WeakMap<object, ValidatedInput>()

function taking<Handler extends object>(
  schema: v.GenericSchema,
  part: ValidatedInput['part'],
  handler: Handler,
): Handler {
  taken.set(handler, { schema, part })
  return handler
}

/** What a handler of the app's routes checks; undefined for one that checks nothing. */
export const takenBy = (handler: object): ValidatedInput | undefined => taken.get(handler)

async function readJson(c: Context): Promise<unknown> {
  if (Number(c.req.header('content-length') ?? 0) > MAX_JSON_BYTES) throw tooLarge(c)
  const raw = await c.req.text()
  if (raw.length > MAX_JSON_BYTES) throw new HTTPException(413)
  if (raw.trim() === '') return {}
  try {
    const value = JSON.parse(raw) as unknown
    return isTooDeep(value) ? null : value
  } catch {
    // No schema takes it, and it counts as a wrong value rather than a missing one.
    return null
  }
}

/** Nothing of ours is half as deep, and what walks through a value later may do so by recursion. */
const MAX_DEPTH = 12

function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === MAX_DEPTH || Object.values(value).some((part) => isTooDeep(part, depth + 1))
}

/** What was not read makes the connection unfit for another request. */
export function tooLarge(c: Context): HTTPException {
  c.header('Connection', 'close')
  return new HTTPException(413)
}

/** First path segment is the field; a body that is no object at all concerns no field. */
function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const key = issue.path?.[0]?.key
    const field = typeof key === 'string' ? key : 'non_field_errors'
    const messages = (errors[field] ??= [])
    // A thousand wrong ids are one thing to say.
    if (!messages.includes(message(issue))) messages.push(message(issue))
  }
  return errors
}

function message(issue: v.BaseIssue<unknown>): string {
  if (issue.kind !== 'schema') return issue.message
  if (issue.received === 'undefined') return 'This field is required.'
  // The library's own words are for programmers; a contract may give better ones.
  return issue.message.startsWith('Invalid type') ? 'This value is not valid.' : issue.message
}
