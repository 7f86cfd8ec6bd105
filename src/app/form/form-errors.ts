import * as v from 'valibot'
import { toApiError } from '#http/error.ts'

/** Key of errors that belong to no single field. */
export const WHOLE_FORM = 'non_field_errors'

/** One error text per field, by the field's name in the API. */
export type FormErrors = { [field: string]: string | undefined }

/** Data to send, or the errors that prevent it. */
export type FormResult<Sent> = { sent: Sent; errors?: never } | { sent?: never; errors: FormErrors }

/** Validates a form with the server's own schema, so that errors are shown before sending. */
export const validateWith =
  <Sent>(schema: v.GenericSchema<unknown, Sent>) =>
  (values: unknown): FormResult<Sent> => {
    const parsed = v.safeParse(schema, values)
    if (parsed.success) return { sent: parsed.output }
    return { errors: firstErrors(parsed.issues) }
  }

/**
 * Returns the server's errors by field of the form. `names` maps the server's names to those of the
 * form. Without field errors, returns the text of `explain` for the whole form. That is null if the
 * failure is shown elsewhere.
 */
export function errorsOf(
  error: unknown,
  names: readonly (readonly [servers: string, own: string])[],
  explain: (error: unknown) => string | null | undefined,
): FormErrors {
  const failure = toApiError(error)
  const fieldErrors = names.flatMap(([servers, own]) => {
    const text = failure.field(servers)
    return text === undefined ? [] : [[own, text] as const]
  })
  if (fieldErrors.length > 0) return Object.fromEntries(fieldErrors)
  const text = explain(error)
  return text ? { [WHOLE_FORM]: text } : {}
}

/** Returns the first error of each field. Errors inside a list belong to the list. */
function firstErrors(issues: readonly v.BaseIssue<unknown>[]): FormErrors {
  const errors: FormErrors = {}
  for (const { path, message } of issues) {
    const [field] = path ?? []
    errors[field ? String(field.key) : WHOLE_FORM] ??= message
  }
  return errors
}
