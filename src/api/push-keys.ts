import type { PushBrowser } from '#contract/devices.ts'

/**
 * Returns the browser type for push. All supported browsers except Firefox are based on Chromium.
 */
export const pushBrowser = (userAgent: string): PushBrowser =>
  /\b(?:Firefox|FxiOS)\//.test(userAgent) ? 'FIREFOX' : 'CHROME'

/** Decodes a base64url key from the settings. */
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
