import type { OnboardingStepName } from './onboarding.ts'

/** Onboarding steps for an extension, and the browser of each. */
export const EXTENSIONS = {
  chromeExtension: 'Chrome',
  firefoxExtension: 'Firefox',
  safariExtension: 'Safari',
} as const satisfies Partial<Record<OnboardingStepName, string>>
export type ExtensionStep = keyof typeof EXTENSIONS

/**
 * Maximum characters that are read. The header can have any length, but no real browser sends more.
 */
const LONGEST = 512

/**
 * Returns the step of the extension that this browser supports. Chrome on phones supports
 * none.
 */
export function extensionStep(userAgent: string | undefined): ExtensionStep | null {
  const says = (userAgent ?? '').slice(0, LONGEST)
  if (/\bFirefox\//.test(says)) return 'firefoxExtension'
  if (/Edg|OPR\/|SamsungBrowser/.test(says)) return null
  if (/Chrome\//.test(says)) return /Android|Mobile/.test(says) ? null : 'chromeExtension'
  // Chromium and iPhone browsers also contain "Safari"; the latter add their own name.
  return /\bVersion\/.*\bSafari\//.test(says) && !/CriOS|FxiOS|Android/.test(says)
    ? 'safariExtension'
    : null
}
