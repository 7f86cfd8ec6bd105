import { createHmac, timingSafeEqual } from 'node:crypto'

type Encoding = 'hex' | 'base64'

const hmac = (secret: string, parts: (string | Uint8Array)[]): Buffer =>
  parts
    .reduce<ReturnType<typeof createHmac>>(
      (sum, part) => sum.update(part),
      createHmac('sha256', secret),
    )
    .digest()

/** Returns whether the signature is the HMAC-SHA256 of the parts with one of the secrets. */
export function isSignedBy(
  secrets: string[],
  parts: (string | Uint8Array)[],
  signature: string,
  encoding: Encoding,
): boolean {
  const given = Buffer.from(signature, encoding)
  return secrets.some((secret) => {
    const right = hmac(secret, parts)
    return given.length === right.length && timingSafeEqual(given, right)
  })
}
