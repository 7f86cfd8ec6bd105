/** Device classes of the analytics; empty for clients that are not browsers. */
export type Device = 'phone' | 'tablet' | 'desktop' | ''

/**
 * Returns the device class. Android tablets leave out `Mobile`. An iPad since 2019 identifies as a
 * Mac and counts as desktop.
 */
export function deviceOf(userAgent: string): Device {
  if (/ipad|tablet|playbook|kindle/i.test(userAgent) || isSilkOnTablet(userAgent)) return 'tablet'
  if (/android/i.test(userAgent)) return /mobile/i.test(userAgent) ? 'phone' : 'tablet'
  if (/iphone|ipod|mobile|windows phone|opera mini/i.test(userAgent)) return 'phone'
  return 'desktop'
}

/** Returns whether this is Silk on a tablet. On a phone, `Mobile` follows its name. */
function isSilkOnTablet(userAgent: string): boolean {
  const lower = userAgent.toLowerCase()
  return lower.lastIndexOf('silk') > lower.lastIndexOf('mobile')
}
