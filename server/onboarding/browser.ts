import type { OnboardingStepName } from '#contract/onboarding.ts'

/** A header is any length; no browser's own is longer. */
const LONGEST = 512

/** Which extension this browser could take; phones take none of Chrome's. */
export function extensionStep(userAgent: string | undefined): OnboardingStepName | null {
  const says = (userAgent ?? '').slice(0, LONGEST)
  if (/\bFirefox\//.test(says)) return 'firefoxExtension'
  if (/Edg|OPR\/|SamsungBrowser/.test(says)) return null
  if (/Chrome\//.test(says)) return /Android|Mobile/.test(says) ? null : 'chromeExtension'
  // Every browser says that it is Safari; those on an iPhone also say what they are.
  return /\bVersion\/.*\bSafari\//.test(says) && !/CriOS|FxiOS|Android/.test(says)
    ? 'safariExtension'
    : null
}
