import type { Context, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { FieldErrors } from '#contract/common.ts'
import type { SignedInUser } from '../../env.ts'
import { unknownFieldErrors } from './unknown-fields.ts'

/** Maximum size of a JSON body. Uploads have their own limit. */
export const MAX_JSON_BYTES = 256 * 1024

/**
 * Parses the JSON body with a contract schema and provides it as `c.req.valid('json')`. Answers 413
 * if the body is too large, and 400 with errors by field if it does not match the schema. Unknown
 * fields are ignored for the app, whose version may be newer, and refused for API keys.
 */
export function body<Schema extends v.GenericSchema>(
  schema: Schema,
): MiddlewareHandler<
  object,
  string,
  { in: { json: v.InferInput<Schema> }; out: { json: v.InferOutput<Schema> } }
> {
  return withSchema(schema, 'json', async (c, next) => {
    const { output, errors } = parseInput(c, schema, await readJson(c))
    if (errors) return c.json({ errors }, 400)
    c.req.addValidatedData('json', output as object)
    return next()
  })
}

/**
 * Parses the query string with a contract schema and provides it as `c.req.valid('query')`. Uses
 * the first value of a repeated parameter.
 */
export function query<Schema extends v.GenericSchema<Record<string, unknown>, object>>(
  schema: Schema,
): MiddlewareHandler<
  object,
  string,
  { in: { query: v.InferInput<Schema> }; out: { query: v.InferOutput<Schema> } }
> {
  return withSchema(schema, 'query', async (c, next) => {
    const parsed = v.safeParse(schema, c.req.query(), ABORT_EARLY)
    if (!parsed.success) return c.json({ errors: fieldErrors(parsed.issues) }, 400)
    c.req.addValidatedData('query', parsed.output)
    return next()
  })
}

/** Skips further checks of a value that is too long. */
const ABORT_EARLY = { abortPipeEarly: true }

type ValidatedInput = { schema: v.GenericSchema; part: 'json' | 'query' }
const inputsByHandler = new WeakMap<object, ValidatedInput>()

function withSchema<Handler extends object>(
  schema: v.GenericSchema,
  part: ValidatedInput['part'],
  handler: Handler,
): Handler {
  inputsByHandler.set(handler, { schema, part })
  return handler
}

/** Returns the schema that a handler validates; undefined if it validates nothing. */
export const validatedInputOf = (handler: object): ValidatedInput | undefined =>
  inputsByHandler.get(handler)

type Parsed<Schema extends v.GenericSchema> =
  | { output: v.InferOutput<Schema>; errors?: never }
  | { output?: never; errors: FieldErrors }

/** Validates input of a request. Fields that do not exist are errors if it has an API key. */
export function parseInput<Schema extends v.GenericSchema>(
  c: { var: object },
  schema: Schema,
  input: unknown,
): Parsed<Schema> {
  const parsed = v.safeParse(schema, input, ABORT_EARLY)
  if (!parsed.success) return { errors: fieldErrors(parsed.issues) }
  const { user }: { user?: SignedInUser } = c.var
  // A request with an API key belongs to no session.
  const unknown = user?.sessionId === '' ? unknownFieldErrors(schema, input) : {}
  return Object.keys(unknown).length > 0 ? { errors: unknown } : { output: parsed.output }
}

async function readJson(c: Context): Promise<unknown> {
  if (Number(c.req.header('content-length') ?? 0) > MAX_JSON_BYTES) throw tooLarge(c)
  const raw = await c.req.text()
  if (raw.length > MAX_JSON_BYTES) throw new HTTPException(413)
  if (raw.trim() === '') return {}
  try {
    const value = JSON.parse(raw) as unknown
    return isTooDeep(value) ? null : value
  } catch {
    // Null matches no schema, and is reported as an invalid value rather than a missing one.
    return null
  }
}

/**
 * Maximum depth of a JSON body. Contract bodies are less than half as deep; the limit protects
 * recursive code.
 */
const MAX_DEPTH = 12

function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === MAX_DEPTH || Object.values(value).some((part) => isTooDeep(part, depth + 1))
}

/**
 * Returns a 413 error. Closes the connection, because the unread body makes it unusable for another
 * request.
 */
export function tooLarge(c: Context): HTTPException {
  c.header('Connection', 'close')
  return new HTTPException(413)
}

/**
 * Groups messages by the first segment of their path. An error without a path is listed as
 * `non_field_errors`.
 */
function fieldErrors(issues: readonly v.BaseIssue<unknown>[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const key = issue.path?.[0]?.key
    const field = typeof key === 'string' ? key : 'non_field_errors'
    const text = issue.path ? message(issue) : wholeMessage(issue)
    const messages = (errors[field] ??= [])
    // List the same error of many array items once.
    if (!messages.includes(text)) messages.push(text)
  }
  return errors
}

/** Returns the message about a body as a whole. */
const wholeMessage = (issue: v.BaseIssue<unknown>) =>
  issue.type === 'object' ? 'Send a JSON object.' : message(issue)

function message(issue: v.BaseIssue<unknown>): string {
  if (issue.kind !== 'schema') return issue.message
  if (issue.received === 'undefined') return 'This field is required.'
  // The library's messages are for programmers. A contract schema may define its own.
  return issue.message.startsWith('Invalid type') ? 'This value is not valid.' : issue.message
}
