import * as v from 'valibot'
import { toApiError } from '#http/error.ts'

/** Where the server puts what is wrong with no field in particular. */
export const WHOLE_FORM = 'non_field_errors'

/** One sentence a field, by the name that the API has for it. */
export type FormErrors = { [field: string]: string | undefined }

/** What a form sends, or why it cannot. */
export type Read<Sent> = { sent: Sent; errors?: never } | { sent?: never; errors: FormErrors }

/** Reads a form by the server's own schema: what it would refuse is said at once. */
export const bySchema =
  <Sent>(schema: v.GenericSchema<unknown, Sent>) =>
  (values: unknown): Read<Sent> => {
    const parsed = v.safeParse(schema, values)
    if (parsed.success) return { sent: parsed.output }
    return { errors: firstOf(parsed.issues) }
  }

/**
 * What the server says against fields of the form; `names` has what it calls them, and what the form does.
 * Without any, the sentence of `explain` stands for all of it; that is null where the app's own dialog says
 * it, or the screen.
 */
export function errorsOf(
  error: unknown,
  names: readonly (readonly [servers: string, own: string])[],
  explain: (error: unknown) => string | null | undefined,
): FormErrors {
  const failure = toApiError(error)
  const said = names.flatMap(([servers, own]) => {
    const text = failure.field(servers)
    return text === undefined ? [] : [[own, text] as const]
  })
  if (said.length > 0) return Object.fromEntries(said)
  const text = explain(error)
  return text ? { [WHOLE_FORM]: text } : {}
}

/** What is wrong inside a list is said of the list. */
function firstOf(issues: readonly v.BaseIssue<unknown>[]): FormErrors {
  const errors: FormErrors = {}
  for (const { path, message } of issues) {
    const [field] = path ?? []
    errors[field ? String(field.key) : WHOLE_FORM] ??= message
  }
  return errors
}
