import { userSettings } from '#api/people/settings.ts'
import { useAnswer } from './use-answer.ts'

/** Returns whether links lead visitors inside apps to their browser, unless a link says otherwise. */
export const useOpenInBrowser = () =>
  useAnswer('open in browser', async (options) => (await userSettings(options)).open_in_browser, {
    copy: true,
    isSecondary: true,
  })
