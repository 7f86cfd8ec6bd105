import { userSettings } from '#api/settings.ts'
import { useAnswer } from '#app/query/use-answer.ts'

/** Whether somebody is a creator; null until they said so. */
export const useMode = () =>
  useAnswer('mode', async (options) => (await userSettings(options)).is_creator, {
    copy: true,
    aside: true,
  })
