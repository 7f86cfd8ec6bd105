import { and, eq, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import * as v from 'valibot'
import { ACCOUNT_HEADER } from '#contract/app-constants.ts'
import { Uuid } from '#contract/common.ts'
import { ACCESS_NAMES, type Access } from '#contract/people/members.ts'
import type { LinkOrder } from '#contract/search/link-order.ts'
import type { SignedInUser, UserEnv } from '../../env.ts'
import type { Db } from '../../platform/db/client.ts'
import { accountMembers, leavers, users } from '../../platform/db/schema.ts'
import { AccessError, FieldError } from '../../platform/http/errors.ts'
import { entryOfRequest, shapeOf } from '../api-keys/public-calls.ts'
import { accountState, type AccountState } from '../restrictions/restriction-columns.ts'
import { hideFields } from './hidden-fields.ts'
import { MEMBER_CALLS } from './member-calls.ts'

/** Account of another person for which a request is made, and what the member may do there. */
type OtherAccount = { user: SignedInUser; access: Access[]; state: AccountState }

/**
 * Returns the account that a request names in `X-ACCOUNT`; undefined for the person's own account.
 * The returned user replaces the signed-in one, so every query is scoped to that account.
 *
 * @throws AccessError 403 if the person may not act for the account, or not make this call.
 */
export async function findOtherAccount(
  c: Context<UserEnv>,
  person: SignedInUser,
): Promise<OtherAccount | undefined> {
  const id = c.req.header(ACCOUNT_HEADER)
  if (id === undefined || id === person.id) return undefined
  const needed = entryOfRequest(c, (call) => memberCalls.get(shapeOf(call)))
  if (needed === 'self') return undefined
  if (person.sessionId === '')
    throw refused('API keys and apps act only for the account they belong to.')
  const found = v.is(Uuid, id) ? await findMembership(c.var.deps.db, person.id, id) : undefined
  if (!found) throw refused('You have no access to this account.')
  if (needed === undefined) throw refused('Only the owner of this account can do this.')
  if (needed !== 'any' && !found.access.includes(needed))
    throw refused(`You need the permission “${ACCESS_NAMES[needed]}” for this account.`)
  const { owner, access, state } = found
  return { user: { ...owner, sessionId: person.sessionId }, access, state }
}

const memberCalls = new Map([...MEMBER_CALLS].map(([call, access]) => [shapeOf(call), access]))

/** Selects the access of one person to one account. An account that is being deleted has none. */
async function findMembership(db: Db, memberId: string, ownerId: string) {
  const [row] = await db
    .select({
      owner: { id: users.id, email: users.email },
      access: accountMembers.access,
      state: accountState,
    })
    .from(accountMembers)
    .innerJoin(users, eq(users.id, accountMembers.userId))
    .where(
      and(
        eq(accountMembers.userId, ownerId),
        eq(accountMembers.memberId, memberId),
        sql`not exists (select 1 from ${leavers} where ${leavers.userId} = ${ownerId})`,
      ),
    )
  return row
}

const ORDER_ACCESS: Partial<Record<LinkOrder, Access>> = {
  '-lifetime_clicks': 'analytics',
  '-lifetime_commissions': 'money',
}

/** Refuses an order of links by numbers that a member may not see. */
export function refuseHiddenOrder(c: Context<UserEnv>, order: LinkOrder, field = 'ordering'): void {
  const needed = ORDER_ACCESS[order]
  if (needed) requireAccess(c, needed, field)
}

/** Refuses a value of a request that would tell a member numbers that they may not see. */
export function requireAccess(c: Context<UserEnv>, needed: Access, field: string): void {
  const { access } = c.var
  if (access && !access.includes(needed))
    throw new FieldError(field, `You need the permission “${ACCESS_NAMES[needed]}”.`)
}

/** Removes the fields of a JSON answer that a member may not see. */
export async function hideFromMember(c: Context<UserEnv>, access: Access[]): Promise<void> {
  const { res } = c
  if (!res.headers.get('Content-Type')?.includes('json')) return
  const text = await res.text()
  const { status, headers } = res
  const shown = text === '' ? text : JSON.stringify(hideFields(JSON.parse(text), access))
  c.res = undefined
  c.res = new Response(shown, { status, headers })
}

const refused = (message: string) => new AccessError(403, message)
