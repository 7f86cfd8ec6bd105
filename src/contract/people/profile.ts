import * as v from 'valibot'
import { text } from '../common.ts'
import { ImageParams } from '../links/short-link.ts'
import { Email } from './session.ts'

/**
 * Public profile of a user (spec section 3, A-023). `image_params`, the crop of the avatar, is not
 * in the specification.
 */
export const PublicProfile = v.object({
  first_name: v.string(),
  last_name: v.string(),
  contact_email: v.string(),
  avatar_url: v.nullable(v.string()),
  image_upload_id: v.nullable(v.number()),
  image_params: v.nullable(ImageParams),
})
export type PublicProfile = v.InferOutput<typeof PublicProfile>

/**
 * Body of PUT profile/public/update_profile/ (A-024). If the picture is left out, it is not
 * changed.
 */
export const ProfileEdit = v.object({
  first_name: v.pipe(text(100), v.minLength(1, 'Enter your first name.')),
  last_name: v.pipe(text(100), v.minLength(1, 'Enter your last name.')),
  contact_email: Email,
  image_upload_id: v.optional(
    v.nullable(
      v.pipe(v.number('A valid integer is required.'), v.integer('A valid integer is required.')),
    ),
  ),
  image_params: v.optional(v.nullable(ImageParams)),
})
export type ProfileEdit = v.InferInput<typeof ProfileEdit>
