import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { NewRule, Rule } from '#contract/rules/rules.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { FieldError } from '../../platform/http/errors.ts'
import { ownDomainOfUrl } from '../link-domains.ts'
import type { LinkRow } from '../link-rows.ts'
import type { ShortHosts } from '../short-host.ts'
import { readTarget } from '../target.ts'

/** Returns the change of a link's rules. Throws FieldError if a target is not allowed. */
export async function rulesChange(
  db: DbOrTx,
  config: ShortHosts,
  rules: NewRule[] | undefined,
  stored: Rule[] | null = null,
): Promise<Pick<LinkRow, 'rules'> | undefined> {
  if (rules === undefined) return undefined
  const checked = await checkedRules(db, config, rules)
  return { rules: checked.length > 0 ? withIds(checked, stored ?? undefined) : null }
}

/** Returns the rules with normalized targets. */
export async function checkedRules(
  db: DbOrTx,
  config: ShortHosts,
  rules: NewRule[],
): Promise<NewRule[]> {
  const checked: NewRule[] = []
  for (const [index, rule] of rules.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one connection; at most twenty rules
    const target_url = await checkedTarget(db, config, rule.target_url, index)
    checked.push({ ...rule, target_url })
  }
  return checked
}

async function checkedTarget(
  db: DbOrTx,
  config: ShortHosts,
  typed: string | null,
  index: number,
): Promise<string | null> {
  if (typed === null) return null
  try {
    return readTarget(typed, config, await ownDomainOfUrl(db, typed), 'rules').url
  } catch (error) {
    if (!(error instanceof FieldError)) throw error
    const [problem = ''] = error.errors['rules'] ?? []
    throw new FieldError('rules', `Rule ${index + 1}: ${problem}`)
  }
}

/**
 * Gives each rule an id. Clicks are counted by id, so a rule keeps its id only as long as its target
 * is the same.
 */
export function withIds(rules: NewRule[], stored: Rule[] = []): Rule[] {
  const used = new Set<string>()
  return rules.map((rule) => {
    const previous = stored.find(
      (one) =>
        !used.has(one.id) && (rule.id === undefined ? isSame(one, rule) : one.id === rule.id),
    )
    const isKept = previous === undefined || previous.target_url === rule.target_url
    const id = (isKept && (rule.id ?? previous?.id)) || newId()
    const unique = used.has(id) ? newId() : id
    used.add(unique)
    return { id: unique, target_url: rule.target_url, conditions: rule.conditions }
  })
}

const isSame = (one: Rule, { target_url, conditions }: NewRule) =>
  one.target_url === target_url && isDeepStrictEqual(one.conditions, conditions)

const ID_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const ID_LENGTH = 8

const newId = () =>
  Array.from({ length: ID_LENGTH }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join('')
