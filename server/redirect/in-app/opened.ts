import { createHmac, timingSafeEqual } from 'node:crypto'
import { OPENED_PARAMETER } from '../passed-on.ts'
import { timeOfUuid } from '../../platform/uuid-time.ts'

/** Opening of a link that was counted and may be continued in another browser. */
export type Opened = { linkId: string; clickId: string; rule: string }

/** Time in which the visit of another browser continues a counted one, instead of being a new one. */
const MAX_AGE_MS = 10 * 60 * 1000
/** Base64 characters of a signature: 132 bits. */
const SIGNATURE_LENGTH = 22
const IN_QUERY = new RegExp(
  `(?:^|[?&])${OPENED_PARAMETER}=([0-9a-f-]{36})\\.([a-z0-9]{0,12})\\.([\\w-]{${SIGNATURE_LENGTH}})(?![^&#])`,
)

/**
 * Returns the query parameter that names a counted opening. It is signed, because it replaces the
 * password and takes no place. `lock` is the hash of the link's password, so that a new password
 * ends older openings.
 */
export const openedParameter = (opened: Opened, lock: string, key: string): string =>
  `${OPENED_PARAMETER}=${opened.clickId}.${opened.rule}.${signatureOf(opened, lock, key)}`

/** Returns the counted opening that a URL names; null if it is none of this link, or too old. */
export function openedIn(
  url: string,
  { linkId, lock, key, at }: { linkId: string; lock: string; key: string; at: number },
): Opened | null {
  const [, clickId, rule, signature] = IN_QUERY.exec(url) ?? []
  if (clickId === undefined || rule === undefined || signature === undefined) return null
  const opened = { linkId, clickId, rule }
  const age = at - timeOfUuid(clickId)
  if (!(Math.abs(age) <= MAX_AGE_MS)) return null
  const expected = signatureOf(opened, lock, key)
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? opened : null
}

const signatureOf = ({ linkId, clickId, rule }: Opened, lock: string, key: string) =>
  createHmac('sha256', key)
    .update(`opened ${linkId} ${clickId} ${rule} ${lock}`)
    .digest('base64url')
    .slice(0, SIGNATURE_LENGTH)
