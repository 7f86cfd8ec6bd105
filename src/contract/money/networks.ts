import * as v from 'valibot'
import { text } from '../common.ts'

/** Tracking id of an Amazon associate, such as `ana-20`; empty for none. */
const AmazonTag = v.pipe(
  text(60),
  v.regex(/^[\w-]*$/, 'Enter a tracking id such as name-20, without spaces.'),
)

/** Body of networks/settings/: what redirects to affiliate networks add. */
const NetworkSettings = v.object({
  /** Whether a click key is added as the network's sub-id. */
  add_sub_ids: v.boolean(),
  amazon_tag: v.string(),
})
export type NetworkSettings = v.InferOutput<typeof NetworkSettings>

/** Body of PATCH networks/settings/. Fields left out keep their value. */
export const NetworkSettingsEdit = v.object({
  add_sub_ids: v.optional(v.boolean()),
  amazon_tag: v.optional(AmazonTag),
})
export type NetworkSettingsEdit = v.InferOutput<typeof NetworkSettingsEdit>
