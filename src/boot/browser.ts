/** Supported browsers name themselves this way and nothing after it; others add a name (D-82). */
const SUPPORTED = [
  // Chrome, on phones too, and without a window.
  /Gecko\) (?:Headless)?Chrome\/[\d.]+ (?:Mobile )?Safari\/[\d.]+$/,
  / CriOS\/[\d.]+ (?:Mobile\/\w+ )?Safari\/[\d.]+$/,
  / Firefox\/[\d.]+$/,
  / FxiOS\/[\d.]+ (?:Mobile\/\w+ )?Safari\/[\d.]+$/,
  /^(?!.*(?:Android|Chrom)).* Version\/[\d.]+ (?:Mobile\/\w+ )?Safari\/[\d.]+$/,
]

const BYPASS = 'split_any_browser'
const YEAR_SECONDS = 365 * 24 * 60 * 60

export const isSupported = (userAgent: string) =>
  SUPPORTED.some((pattern) => pattern.test(userAgent.trim()))

/** Chosen once, kept for a year; it belongs to the browser and outlives sign-ins (R-592, D-12). */
export const mayContinue = () => document.cookie.split('; ').includes(`${BYPASS}=1`)

export function continueAnyway() {
  document.cookie = `${BYPASS}=1; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}
