import type * as v from 'valibot'
import type { TryAs, TryResult } from '#contract/rules/try.ts'
import { users } from '../../platform/db/schema.ts'
import { eq } from 'drizzle-orm'
import type { Deps } from '../../env.ts'
import { readLink, type LinkRow } from '../../links/link-rows.ts'
import { checkedRules } from '../../links/rules/stored-rules.ts'
import { targetUrl } from '../../links/target-url.ts'
import { explain } from './explain.ts'
import { localTime } from './local-time.ts'

type Visit = v.InferOutput<typeof TryAs>

/** Returns where a link of the user leads a visitor, and why. */
export async function tryLink(
  deps: Deps,
  userId: string,
  linkId: string,
  { rules, at, position, ...facts }: Visit,
): Promise<TryResult> {
  const { link } = await readLink(deps.db, userId, linkId)
  const moment = at === undefined ? Date.now() : Date.parse(at)
  if (hasEnded(link, moment)) {
    return { rule: null, target_url: link.fallbackUrl || null, why: 'The link has ended by then.' }
  }
  const tried = rules ? await checkedRules(deps.db, deps.config, rules) : (link.rules ?? [])
  const zone = await timeZoneOf(deps, userId)
  const visitor = {
    ...facts,
    at: moment,
    localTime: localTime(zone, moment),
    position: position / 100,
  }
  const { rule, position: number, why } = explain(tried, visitor, zone)
  const url = rule ? rule.target_url : link.url
  return { rule: number, target_url: url === null ? null : targetUrl({ ...link, url }), why }
}

const hasEnded = ({ expiresAt }: LinkRow, at: number) =>
  expiresAt !== null && expiresAt.getTime() <= at

async function timeZoneOf({ db }: Deps, userId: string): Promise<string> {
  const [user] = await db.select({ zone: users.timeZone }).from(users).where(eq(users.id, userId))
  return user?.zone ?? 'UTC'
}
