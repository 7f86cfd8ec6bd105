import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../env.ts'
import { brandOfKey, signerOf } from './postback-keys.ts'
import type { BrandRow } from './rates.ts'

/** Maximum difference of a shop's clock, in both directions. */
const MAX_CLOCK_SKEW_MS = 5 * 60 * 1000

export type PostbackCall = {
  method: 'GET' | 'POST'
  /** Body as received; for a GET, the query string. */
  raw: string
  /** Raw bytes of the same, which the signature covers. */
  bytes: Uint8Array
  fields: Record<string, unknown>
  header: (name: string) => string | undefined
  at: Date
}

export type Caller = { brand: BrandRow; signedAt: Date | null }

/**
 * Returns the calling brand, identified by a signature over time and body, or by its key in a
 * header or body. A key in a URL ends up in logs, so it is only accepted if the brand's terms allow
 * it. Refusals do not state the reason. A valid key works regardless of failed attempts from the
 * same address.
 */
export async function callerOf(deps: Deps, call: PostbackCall): Promise<Caller | undefined> {
  if (call.header('X-Postback-Signature') !== undefined) return bySignature(deps, call)
  const { key, isInAddress } = keyIn(call)
  if (key === null) return undefined
  const brand = await brandOfKey(deps, key)
  if (!brand) return undefined
  return isInAddress && !brand.allowGetKey ? undefined : { brand, signedAt: null }
}

/** Returns the key of a call; null if there is none or it is too long to be one. */
export function keyIn({ header, fields, method }: PostbackCall) {
  const inHeader = header('X-Postback-Key') ?? bearer(header('Authorization'))
  const bare = typeof fields['key'] === 'string' ? fields['key'] : ''
  const key = inHeader ?? bare
  return {
    key: key === '' || key.length > 200 ? null : key,
    isInAddress: inHeader === undefined && method === 'GET',
  }
}

const bearer = (value: string | undefined) => /^Bearer ([\x21-\x7e]+)$/i.exec(value ?? '')?.[1]

async function bySignature(
  deps: Deps,
  { header, bytes, at }: PostbackCall,
): Promise<Caller | undefined> {
  const [name, stamp] = [header('X-Postback-Brand') ?? '', header('X-Postback-Timestamp') ?? '']
  const [, signature = ''] =
    /^(?:sha256=)?([0-9a-f]{64})$/i.exec(header('X-Postback-Signature') ?? '') ?? []
  if (name === '' || name.length > 200 || signature === '' || !/^\d{1,12}$/.test(stamp))
    return undefined
  const signedAt = new Date(Number(stamp) * 1000)
  if (Math.abs(at.getTime() - signedAt.getTime()) > MAX_CLOCK_SKEW_MS) return undefined
  const signer = await signerOf(deps.db, deps.secrets, name)
  if (!signer) return undefined
  const { brand, keys } = signer
  const isValid = keys.some((key) => isSame(signatureOf(key, stamp, bytes), signature))
  return isValid ? { brand, signedAt } : undefined
}

export const signatureOf = (key: string, stamp: string, bytes: Uint8Array) =>
  createHmac('sha256', key).update(`${stamp}.`).update(bytes).digest('hex')

const isSame = (right: string, given: string) =>
  timingSafeEqual(Buffer.from(right, 'hex'), Buffer.from(given, 'hex'))
