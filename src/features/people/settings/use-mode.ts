import { userSettings } from '#api/people/settings.ts'
import { useAnswer } from '#app/query/use-answer.ts'

/** Returns whether the user is a creator, or null before they have chosen. */
export const useMode = () =>
  useAnswer('mode', async (options) => (await userSettings(options)).is_creator, {
    copy: true,
    isSecondary: true,
  })
