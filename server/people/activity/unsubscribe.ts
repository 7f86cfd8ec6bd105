import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { Uuid } from '#contract/common.ts'
import type { Db } from '../../platform/db/client.ts'
import { users } from '../../platform/db/schema.ts'
import { isEqualInConstantTime } from '../../platform/http/signed-cookies.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

type Signing = Pick<Secrets, 'signing'>

const signatureOf = ({ signing }: Signing, userId: string) =>
  createHmac('sha256', signing).update(`mail-off:${userId}`).digest('base64url')

/** Returns the key of an unsubscribe link. It never expires and has no other use. */
export const unsubscribeKey = (secrets: Signing, userId: string) =>
  `${userId}.${signatureOf(secrets, userId)}`

/** Returns the user of a key, or undefined if this server did not create it. */
export function userOfKey(secrets: Signing, key: string): string | undefined {
  const [userId = '', mac = ''] = key.split('.')
  if (!v.is(Uuid, userId) || !isEqualInConstantTime(mac, signatureOf(secrets, userId)))
    return undefined
  return userId
}

/** Switches activity mails off in the user's settings. */
export async function stopMails(db: Db, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ notifications: sql`${users.notifications} || '{"email": false}'::jsonb` })
    .where(eq(users.id, userId))
}
