import { toApiError } from '#http/error.ts'
import { explainFailure } from '#app/failure/explain-failure.ts'
import { toast } from '#ui/notices/toast.tsx'

const PICTURE_ERROR = 'A valid integer is required.'
export const PICTURE_TEXT = 'Image is required for collection with post layout'

/**
 * Returns why the server refused a change, with our own text for a missing picture. Undefined if
 * the screen itself shows that the collection is gone, or if the app already shows a dialog.
 */
export function explainRefusal(error: unknown, action: string): string | undefined {
  const failure = toApiError(error)
  const picture = failure.field('image_upload_id')
  if (picture !== undefined) return picture === PICTURE_ERROR ? PICTURE_TEXT : picture
  if (failure.status === 404) return undefined
  return explainFailure(failure, action) ?? undefined
}

/** Shows a toast with the reason, for actions without a form. */
export function showRefusal(error: unknown, action: string) {
  const text = explainRefusal(error, action)
  if (text !== undefined) toast(text, { tone: 'problem' })
}

export const explainOrderRefusal = (error: unknown) => explainRefusal(error, 'save the order')
