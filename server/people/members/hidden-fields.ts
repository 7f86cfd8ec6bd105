import type { Access } from '#contract/people/members.ts'

/** Value of a hidden field. Undefined removes the field. */
type Hidden = { [field: string]: 0 | null | undefined | object }

/** Fields of all answers that a member sees only with the permission. */
const HIDDEN_WITHOUT: Partial<Record<Access, Hidden>> = {
  money: {
    lifetime_commissions: 0,
    lifetime_revenue: 0,
    earned_elsewhere: undefined,
    revenue: 0,
    commissions: 0,
    earned: 0,
  },
  analytics: {
    lifetime_clicks: 0,
    own_clicks: undefined,
    clicks_before: undefined,
    recent_clicks: undefined,
    used_clicks: undefined,
    app_stops: undefined,
    views_30d: undefined,
    clicks_30_days: undefined,
    clicks: undefined,
  },
}

/** Fields that only the owner of the account sees. */
const HIDDEN_FROM_MEMBERS: Hidden = {
  phone: null,
  unread: { total: 0, groups: { clicks: 0, commission: 0, special: 0 } },
  invitations: 0,
  onboarding: null,
  unread_messages: null,
}

/**
 * Returns the answer without fields that a member may not see. Numbers that an answer must contain
 * become 0, all others are left out. Analytics are refused without their permission, so their own
 * fields need no entry.
 */
export function hideFields(value: unknown, access: readonly Access[]): unknown {
  const hidden: Hidden = { ...HIDDEN_FROM_MEMBERS }
  for (const [needed, fields] of Object.entries(HIDDEN_WITHOUT))
    if (!access.includes(needed as Access)) Object.assign(hidden, fields)
  return withoutFields(value, hidden)
}

function withoutFields(value: unknown, hidden: Hidden): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutFields(item, hidden))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      Object.hasOwn(hidden, name) ? hidden[name] : withoutFields(inner, hidden),
    ]),
  )
}
