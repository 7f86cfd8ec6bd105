import * as v from 'valibot'
import { PRODUCT_SLUG } from './product.ts'

/** The four uploaders; any other kind is a 404. */
export const UPLOAD_KINDS = [
  'link_preview',
  `${PRODUCT_SLUG}_post`,
  `${PRODUCT_SLUG}_page`,
  'profile',
] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

/** What the file picker offers and the server takes, by content and not by name (spec section 5). */
export const UPLOAD_ACCEPT = '.png,.jpg,.jpeg,.webp'
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024
export const UPLOAD_MAX_PIXELS = 60_000_000
export const UPLOAD_TYPE_TEXT = 'Choose a PNG, JPEG or WebP picture.'

export const Upload = v.object({ id: v.number(), image_url: v.string() })
export type Upload = v.InferOutput<typeof Upload>

/** Photo editor (spec sections 5 and 9). Pixels, milliseconds. */
export const MIN_CROP_PX = 50
export const EDITOR_HEIGHT_PX = 375
export const EDITOR_ERROR_MS = 3000
export const CROPPER_DELAY_MS = 50
export const FETCH_MAX_PX = 4096
