import { PARAMETER_SCHEMAS } from '../api-keys/reference/openapi.ts'
import { OWN_ARGUMENTS, type Tool } from './tools.ts'

type Input = Record<string, unknown>

/** Call of our API. */
export type ApiRequest = { method: string; path: string; body?: object }

/** Arguments that no call can be made from. */
export class InvalidArguments extends Error {
  constructor(readonly errors: Record<string, string[]>) {
    super('invalid arguments')
  }
}

/** Returns the arguments without our own ones. */
export const inputOf = (input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).filter(([name]) => !(OWN_ARGUMENTS as readonly string[]).includes(name)),
  )

/**
 * Builds the call of a tool from its arguments.
 *
 * @throws InvalidArguments for unknown arguments and for values that do not fit into the path.
 */
export function requestOf({ method, path, fields }: Tool, input: Input): ApiRequest {
  const known = new Set([...fields.path, ...fields.query, ...fields.body])
  const unknown = Object.keys(input).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new InvalidArguments(
      Object.fromEntries(unknown.map((name) => [name, ['This argument does not exist.']])),
    )
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathValue(name, input[name]))
  const query = new URLSearchParams()
  for (const name of fields.query)
    if (input[name] !== undefined) query.set(name, textOf(input[name]))
  const body = Object.fromEntries(
    fields.body.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  )
  return {
    method,
    path: `${filled}/${query.size > 0 ? `?${query.toString()}` : ''}`,
    ...(fields.body.length > 0 && { body }),
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

const FORMS: Record<string, RegExp> = {
  uuid: /^[0-9a-f-]{36}$/i,
  id: /^\d{1,10}$/,
  year: /^\d{4}$/,
  external_id: /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]{1,200}$/u,
}

/** Returns a value as a part of the path. A strict form keeps the call that it belongs to. */
function pathValue(name: string, value: unknown): string {
  if (value === undefined) throw new InvalidArguments({ [name]: ['This argument is required.'] })
  const text = textOf(value)
  if (!FORMS[name]?.test(text) || !(name in PARAMETER_SCHEMAS))
    throw new InvalidArguments({ [name]: ['This value is not valid.'] })
  return encodeURIComponent(text)
}
