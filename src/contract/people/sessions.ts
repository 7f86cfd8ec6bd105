import * as v from 'valibot'
import { Uuid } from '../common.ts'

/** Device on which a user is signed in. */
export const SignedInDevice = v.object({
  id: Uuid,
  /**
   * Browser and system, such as "Firefox on Windows"; empty if the browser does not reveal them.
   */
  device: v.string(),
  created_at: v.string(),
  /** Time of the last request, rounded to the hour. */
  last_seen_at: v.string(),
  is_this_one: v.boolean(),
})
export type SignedInDevice = v.InferOutput<typeof SignedInDevice>

/** Signed-in devices: this one first, then the others by `last_seen_at`. */
export const SignedInDevices = v.object({ results: v.array(SignedInDevice) })
export type SignedInDevices = v.InferOutput<typeof SignedInDevices>
