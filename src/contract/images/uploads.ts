import * as v from 'valibot'
import { PRODUCT_SLUG } from '../app-constants.ts'

/** Kinds of uploads. Any other kind is a 404. */
export const UPLOAD_KINDS = [
  'link_preview',
  `${PRODUCT_SLUG}_post`,
  `${PRODUCT_SLUG}_page`,
  'profile',
] as const
export type UploadKind = (typeof UPLOAD_KINDS)[number]

/** File types of the file picker. The server checks the content, not the name (spec section 5). */
export const UPLOAD_ACCEPT = '.png,.jpg,.jpeg,.webp'
export const UPLOAD_MAX_BYTES = 25 * 1024 * 1024
export const UPLOAD_MAX_PIXELS = 60_000_000
/**
 * Reasons for refusing a file, returned in `file` of the errors. The app shows the same texts
 * before it sends a file.
 */
export const UPLOAD_TYPE_TEXT = 'Choose a PNG, JPEG or WebP picture.'
export const UPLOAD_SIZE_TEXT = `The picture is larger than ${UPLOAD_MAX_BYTES / 1024 / 1024} MB.`
export const UPLOAD_PIXELS_TEXT = `The picture has more than ${UPLOAD_MAX_PIXELS / 1_000_000} megapixels.`
export const UPLOAD_MISSING_TEXT = 'No file was sent.'
export const UPLOAD_EMPTY_TEXT = 'The file is empty.'
export const UPLOAD_CUT_TEXT = 'The upload was incomplete. Try again.'
export const UPLOAD_BUSY_TEXT = 'The server is too busy for this picture right now. Try again.'
export const UPLOAD_NO_ROOM_TEXT =
  'The server has no space left for pictures. Please tell its operator.'
export const UPLOAD_DAMAGED_TEXT = 'The picture is damaged and could not be read.'
export const UPLOAD_MOVING_TEXT = 'Animated pictures are not supported. Choose a still picture.'

export const UploadRefusal = v.object({ file: v.array(v.string()) })

export const Upload = v.object({ id: v.number(), image_url: v.string() })
export type Upload = v.InferOutput<typeof Upload>

/** Sizes and times of the photo editor, in pixels and milliseconds (spec sections 5 and 9). */
export const MIN_CROP_PX = 50
export const EDITOR_HEIGHT_PX = 375
export const EDITOR_ERROR_MS = 3000
export const CROPPER_DELAY_MS = 50
export const FETCH_MAX_PX = 4096
