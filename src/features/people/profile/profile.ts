import { getProfile } from '#api/profile.ts'
import { useAnswer, type Answer } from '#app/query/use-answer.ts'
import type { PublicProfile } from '#contract/profile.ts'

/** The public profile as this device last read it, brought up to date when the screen opens. */
export const useProfile = (): Answer<PublicProfile> =>
  useAnswer('profile', getProfile, { copy: true })
