import { getProfile } from '#api/people/profile.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { PublicProfile } from '#contract/people/profile.ts'

/** Returns the public profile as saved on this device, and reloads it when the screen opens. */
export const useProfile = (): Answer<PublicProfile> =>
  useAnswer('profile', getProfile, { copy: true })
