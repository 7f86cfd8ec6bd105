import { toApiError } from '#api/error.ts'
import { explainFailure } from '#features/links/failure.ts'
import { toast } from '#ui/toast.tsx'

const PICTURE_ERROR = 'A valid integer is required.'
export const PICTURE_TEXT = 'Image is required for collection with post layout'

/** The words, and the field of the form they belong to; '' is the form itself. */
export type Refusal = { field: string; text: string }

/**
 * What a refusal says: the server's words on one of these fields, those about a missing picture in
 * ours, else one plain sentence. Undefined: the screen or the app's own dialog says it.
 */
export function refusalOf(
  error: unknown,
  fields: readonly string[],
  action: string,
): Refusal | undefined {
  const failure = toApiError(error)
  const picture = failure.field('image_upload_id')
  if (picture !== undefined)
    return { field: '', text: picture === PICTURE_ERROR ? PICTURE_TEXT : picture }
  for (const field of fields) {
    const text = failure.field(field)
    if (text !== undefined) return { field, text }
  }
  // The screen itself says that the collection is gone.
  if (failure.status === 404) return undefined
  const text = explainFailure(failure, action)
  return text === null ? undefined : { field: '', text }
}

/** For what has no form: one line that comes and goes. */
export function sayRefusal(error: unknown, action: string) {
  const refusal = refusalOf(error, [], action)
  if (refusal) toast(refusal.text, { tone: 'problem' })
}
