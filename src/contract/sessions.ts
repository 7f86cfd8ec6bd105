import * as v from 'valibot'
import { Uuid } from './common.ts'

/** One device on which somebody is signed in (api.md section 22). */
export const SignedInDevice = v.object({
  id: Uuid,
  /** Browser and system, like "Firefox on Windows"; empty when the browser does not say. */
  device: v.string(),
  created_at: v.string(),
  /** To the hour. */
  last_seen_at: v.string(),
  is_this_one: v.boolean(),
})
export type SignedInDevice = v.InferOutput<typeof SignedInDevice>

/** This one first, then by when they were last seen. */
export const SignedInDevices = v.object({ results: v.array(SignedInDevice) })
export type SignedInDevices = v.InferOutput<typeof SignedInDevices>
