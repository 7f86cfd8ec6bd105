/** Classes that the analytics tell apart; empty for what is no browser. */
export type Device = 'phone' | 'tablet' | 'desktop' | ''

/** Android tablets leave out `Mobile`; an iPad since 2019 calls itself a Mac and counts as one. */
export function deviceOf(userAgent: string): Device {
  if (/ipad|tablet|playbook|silk(?!.*mobile)|kindle/i.test(userAgent)) return 'tablet'
  if (/android/i.test(userAgent)) return /mobile/i.test(userAgent) ? 'phone' : 'tablet'
  if (/iphone|ipod|mobile|windows phone|opera mini/i.test(userAgent)) return 'phone'
  return 'desktop'
}
