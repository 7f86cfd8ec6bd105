/** Classes that the analytics tell apart; empty for what is no browser. */
export type Device = 'phone' | 'tablet' | 'desktop' | ''

/** Android tablets leave out `Mobile`; an iPad since 2019 calls itself a Mac and counts as one. */
export function deviceOf(userAgent: string): Device {
  if (/ipad|tablet|playbook|kindle/i.test(userAgent) || isSilkOfTablet(userAgent)) return 'tablet'
  if (/android/i.test(userAgent)) return /mobile/i.test(userAgent) ? 'phone' : 'tablet'
  if (/iphone|ipod|mobile|windows phone|opera mini/i.test(userAgent)) return 'phone'
  return 'desktop'
}

/** Amazon's browser says `Mobile` behind its name where it runs on a phone. */
function isSilkOfTablet(userAgent: string): boolean {
  const lower = userAgent.toLowerCase()
  return lower.lastIndexOf('silk') > lower.lastIndexOf('mobile')
}
