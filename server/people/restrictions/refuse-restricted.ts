import { inArray } from 'drizzle-orm'
import type { Context } from 'hono'
import type { UserEnv } from '../../env.ts'
import type { Db } from '../../platform/db/client.ts'
import { users, type Restriction } from '../../platform/db/schema.ts'
import { AccessError } from '../../platform/http/errors.ts'

/** Calls that only read although their method is not GET. */
const READING = /\/(search|try|preview)\/?$/

/**
 * Calls that people may also make while their account is paused or blocked: those about sign-in,
 * their money, their data, notices and messages, and those that take access away.
 */
const KEPT = new RegExp(
  `^/(${[
    'v1/(logout|connect|users_mobile|activity|bank|shop|wp)',
    'v1/users/me/(email|email-confirmation|password|settings|send-tools-mail)',
    'v1/users/me/(create_group_chat|channels)',
    '(device/)?wp',
    'chat',
    'v2/my/(analytics|data_export|account|profile/deletion|factors|sessions|settings|terms)',
    'v2/my/(onboarding|categories|sendbird|networks|accounts)',
  ].join('|')})(/|$)`,
)
const REVOKING = /^\/v2\/my\/(api-keys|connected-apps|connected_accounts|members|unmasking)\//

/**
 * Refuses a change by or in an account that staff have paused or blocked.
 *
 * @throws AccessError 403 with the reason.
 */
export async function refuseRestricted(c: Context<UserEnv>, userIds: string[]): Promise<void> {
  const { method, path } = c.req
  if (method === 'GET' || method === 'HEAD' || READING.test(path) || KEPT.test(path)) return
  if (method === 'DELETE' && REVOKING.test(path)) return
  const found = await findRestriction(c.var.deps.db, userIds)
  if (found) throw new AccessError(403, refusalOf(found))
}

type Restricted = { restriction: Restriction | null; why: string; rule: string }

async function findRestriction(db: Db, userIds: string[]): Promise<Restricted | undefined> {
  const rows = await db
    .select({
      restriction: users.restriction,
      why: users.restrictionWhy,
      rule: users.restrictionRule,
    })
    .from(users)
    .where(inArray(users.id, userIds))
  return rows.find(({ restriction }) => restriction !== null)
}

const refusalOf = ({ restriction, why, rule }: Restricted) =>
  `The operator of this site ${restriction ?? 'paused'} this account, so nothing was changed. Reason: ${why} (${rule}). The email about it says how to appeal.`
