import * as v from 'valibot'
import { ImageParams } from '#contract/links/short-link.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { isCrop, overlaps } from './crop.ts'
import type { UploadRow } from './uploads.ts'

/** Error text that the app shows as 'Image is required for collection with post layout' (spec, section 5). */
export const INVALID_INTEGER_TEXT = 'A valid integer is required.'

/** Returns the checked crop that a request sent in the field `name`; undefined if it sent none. */
export function readCrop(
  name: string,
  value: unknown,
  upload: UploadRow | undefined,
): ImageParams | null | undefined {
  if (value === undefined || value === null) return value
  if (!upload) throw new FieldError(name, 'Choose a picture first.')
  const parsed = v.safeParse(ImageParams, value)
  if (!parsed.success || !isCrop(parsed.output) || !overlaps(parsed.output, upload)) {
    throw new FieldError(name, 'This crop is not valid.')
  }
  // The database returns the keys in this order, so equal crops compare as equal.
  const { x1, x2, y1, y2 } = parsed.output
  return { x1, x2, y1, y2 }
}
