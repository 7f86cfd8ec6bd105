import type { Options } from 'ky'
import * as v from 'valibot'
import { V2 } from '#contract/app-constants.ts'
import { PublicProfile, type ProfileEdit } from '#contract/people/profile.ts'
import { parseAnswer, http } from '#http/client.ts'
import { bareOrResult } from '../list-answers.ts'

const ROOT = `${V2}/profile/public/`

/** Profile with defaults for fields that an older server leaves out. */
const ProfileAnswer = bareOrResult(
  v.object({
    first_name: v.fallback(PublicProfile.entries.first_name, ''),
    last_name: v.fallback(PublicProfile.entries.last_name, ''),
    contact_email: v.fallback(PublicProfile.entries.contact_email, ''),
    avatar_url: v.fallback(PublicProfile.entries.avatar_url, null),
    image_upload_id: v.fallback(PublicProfile.entries.image_upload_id, null),
    image_params: v.fallback(PublicProfile.entries.image_params, null),
  }),
)

export const getProfile = (options: Options = {}): Promise<PublicProfile> =>
  parseAnswer(http.get(`${ROOT}retrieve_profile/`, options), ProfileAnswer, options)

export const saveProfile = (json: ProfileEdit, options: Options = {}): Promise<PublicProfile> =>
  parseAnswer(http.put(`${ROOT}update_profile/`, { json, ...options }), ProfileAnswer, options)
