import type { OnboardingStepName } from './people/onboarding.ts'

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
const MAX_USER_AGENT_LENGTH = 512

/**
 * Returns the step of the extension that this browser supports. Chrome on phones supports
 * none.
 */
export function extensionStep(userAgent: string | undefined): ExtensionStep | null {
  const agent = (userAgent ?? '').slice(0, MAX_USER_AGENT_LENGTH)
  if (/\bFirefox\//.test(agent)) return 'firefoxExtension'
  if (/Edg|OPR\/|SamsungBrowser/.test(agent)) return null
  if (/Chrome\//.test(agent)) return /Android|Mobile/.test(agent) ? null : 'chromeExtension'
  // Chromium and iPhone browsers also contain "Safari"; the latter add their own name.
  return /\bVersion\/.*\bSafari\//.test(agent) && !/CriOS|FxiOS|Android/.test(agent)
    ? 'safariExtension'
    : null
}

/** Returns whether a browser can load the server's own packages: Chromium and Firefox on a desktop. */
export const loadsPackages = (userAgent: string): boolean =>
  /\b(?:Chrome|Firefox)\//.test(userAgent) && !/Android|Mobile/.test(userAgent)

/** Page of the server with the extension's packages. */
export const EXTENSION_PATH = '/extension/'
/** Page of the server at which a sign-in of the extension ends. */
export const SIGNED_IN_PATH = '/extension/signed-in'
