/** Ends of the user agents of supported browsers. Other browsers append their own name. */
const SUPPORTED = [
  // Chrome, also on phones and headless.
  /Gecko\) (?:Headless)?Chrome\/[\d.]+ (?:Mobile )?Safari\/[\d.]+$/,
  / CriOS\/[\d.]+ (?:Mobile\/\w+ )?Safari\/[\d.]+$/,
  / Firefox\/[\d.]+$/,
  / FxiOS\/[\d.]+ (?:Mobile\/\w+ )?Safari\/[\d.]+$/,
  /^(?!.*(?:Android|Chrom)).* Version\/[\d.]+ (?:Mobile\/\w+ )?Safari\/[\d.]+$/,
]

const BYPASS_COOKIE = 'split_any_browser'
const YEAR_SECONDS = 365 * 24 * 60 * 60

export const isSupported = (userAgent: string) =>
  SUPPORTED.some((pattern) => pattern.test(userAgent.trim()))

/**
 * Returns whether the user chose to continue. The cookie lasts a year and is kept across sign-ins.
 */
export const hasChosenToContinue = () => document.cookie.split('; ').includes(`${BYPASS_COOKIE}=1`)

export function continueAnyway() {
  document.cookie = `${BYPASS_COOKIE}=1; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}
