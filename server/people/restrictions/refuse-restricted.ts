import type { Context } from 'hono'
import type { UserEnv } from '../../env.ts'
import { AccessError } from '../../platform/http/errors.ts'
import type { AccountState } from './restriction-columns.ts'
import { isRead } from '../../platform/http/is-read.ts'

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
export function refuseRestricted(c: Pick<Context<UserEnv>, 'req'>, accounts: AccountState[]): void {
  const { method, path } = c.req
  if (isRead(method) || READING.test(path) || KEPT.test(path)) return
  if (method === 'DELETE' && REVOKING.test(path)) return
  const found = accounts.find(({ restriction }) => restriction !== null)
  if (found) throw new AccessError(403, refusalOf(found))
}

const refusalOf = ({ restriction, why, rule }: AccountState) =>
  `The operator of this site ${restriction ?? 'paused'} this account, so nothing was changed. Reason: ${why} (${rule}). The email about it says how to appeal.`
