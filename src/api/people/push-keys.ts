import type { PushBrowser } from '#contract/people/devices.ts'

/**
 * Returns the browser type for push. All supported browsers except Firefox are based on Chromium.
 */
export const pushBrowser = (userAgent: string): PushBrowser =>
  /\b(?:Firefox|FxiOS)\//.test(userAgent) ? 'FIREFOX' : 'CHROME'

/** Decodes a base64url key from the settings. */
export function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0)
}

export function isSameKey(subscription: PushSubscription, serverKey: string): boolean {
  const currentKey = subscription.options.applicationServerKey
  if (!currentKey) return false
  const bytes = new Uint8Array(currentKey)
  const serverBytes = keyBytes(serverKey)
  return (
    bytes.length === serverBytes.length && bytes.every((byte, index) => byte === serverBytes[index])
  )
}
