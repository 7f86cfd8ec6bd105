import type { Referrer } from './referral-attribution.ts'

/** Address and browser of a sign-in or sign-up. */
export type Place = {
  client: string
  /** Id of the browser. The one-time token works only there. */
  browser: string | undefined
  /** Id of the device if the user has signed in on it before. */
  device?: string | undefined
  /** Owner of the referral link, when an account is created. */
  referrer?: Referrer | undefined
}
