import type { PushBrowser } from '#contract/devices.ts'

/** FIREFOX by its name, everything else that can subscribe here is built on Chromium (D-80). */
export const pushBrowser = (userAgent: string): PushBrowser =>
  /\b(?:Firefox|FxiOS)\//.test(userAgent) ? 'FIREFOX' : 'CHROME'

/** The bytes of a key that settings carry as text. */
export function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
}

export function isSameKey(subscription: PushSubscription, serverKey: string): boolean {
  const known = subscription.options.applicationServerKey
  if (!known) return false
  const bytes = new Uint8Array(known)
  const wanted = keyBytes(serverKey)
  return bytes.length === wanted.length && bytes.every((byte, index) => byte === wanted[index])
}
