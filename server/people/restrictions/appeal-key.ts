import { createHmac } from 'node:crypto'
import { isEqualInConstantTime } from '../../platform/http/signed-cookies.ts'
import type { AppealedKind } from '../../platform/db/schema.ts'
import type { Deps } from '../../env.ts'

type Signing = Pick<Deps['secrets'], 'signing'>

/** One block of something. */
export type BlockId = { about: AppealedKind; targetId: string; blockedAt: Date }

const KINDS: readonly AppealedKind[] = ['link', 'page', 'widget', 'user']

const signatureOf = ({ signing }: Signing, block: string) =>
  createHmac('sha256', signing).update(`appeal:${block}`).digest('base64url')

/** Returns the address at which the owner appeals against a block. It is in the email about it. */
export function appealUrl(
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  { about, targetId, blockedAt }: BlockId,
): string {
  const block = `${about}.${targetId}.${blockedAt.getTime()}`
  return `${config.appOrigin}/mail/appeal/${block}.${signatureOf(secrets, block)}`
}

/** Returns the block of a key, or undefined if this server did not create it. */
export function blockOfKey(secrets: Signing, key: string): BlockId | undefined {
  const [kind = '', targetId = '', time = '', signature = ''] = key.split('.')
  const about = KINDS.find((one) => one === kind)
  const expected = signatureOf(secrets, `${kind}.${targetId}.${time}`)
  if (!about || !isEqualInConstantTime(signature, expected)) return undefined
  return { about, targetId, blockedAt: new Date(Number(time)) }
}
