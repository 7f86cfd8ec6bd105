import { isDeepStrictEqual } from 'node:util'
import type { NewRule, Rule } from '#contract/rules/rules.ts'

/**
 * Merges concurrent edits of a link's rules, rule by rule: changes of either side are kept. Returns
 * undefined if both changed the same rule differently, or one changed what the other removed.
 *
 * `base`: the rules as the author of `edited` saw them. `current`: the rules as they are now.
 */
export function mergeRules(
  base: readonly Rule[],
  current: readonly Rule[],
  edited: readonly NewRule[],
): NewRule[] | undefined {
  const merged: NewRule[] = []
  for (const rule of edited) {
    const before = ruleIn(base, rule.id)
    const now = ruleIn(current, rule.id)
    if (before && !now) {
      if (!isSame(before, rule)) return undefined
      // Removed elsewhere and not changed here.
    } else if (!before || !now || isSame(before, now)) merged.push(rule)
    else if (isSame(before, rule) || isSame(now, rule)) merged.push(now)
    else return undefined
  }
  for (const now of current) {
    if (ruleIn(edited, now.id)) continue
    const before = ruleIn(base, now.id)
    if (before && !isSame(before, now)) return undefined
    if (!before) insertBehind(merged, now, current)
  }
  return merged
}

const ruleIn = <Item extends NewRule>(rules: readonly Item[], id: string | undefined) =>
  id === undefined ? undefined : rules.find((rule) => rule.id === id)

const isSame = (one: NewRule, other: NewRule) =>
  one.target_url === other.target_url && isDeepStrictEqual(one.conditions, other.conditions)

/** Inserts a rule that was added elsewhere behind the rule that it follows there. */
function insertBehind(rules: NewRule[], added: Rule, current: readonly Rule[]) {
  const previous = current[current.indexOf(added) - 1]
  const index = rules.findIndex(({ id }) => id !== undefined && id === previous?.id)
  rules.splice(index + 1, 0, added)
}
