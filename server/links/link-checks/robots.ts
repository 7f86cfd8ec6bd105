export type Rules = { mayVisit(path: string): boolean }

/** Maximum bytes read of a robots.txt. RFC 9309 requires at least 500 KiB. */
export const MAX_ROBOTS_BYTES = 512 * 1024
const MAX_RULES = 1000

type Rule = { allow: boolean; pattern: string }

/** Parses the rules for `agent` in a robots.txt: its own group, otherwise `*` (RFC 9309). */
export function readRobots(text: string, agent: string): Rules {
  const groups = new Map<string, Rule[]>()
  let current: Rule[][] = []
  let isInAgentLines = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      const key = value.trim().toLowerCase()
      const rules = groups.get(key) ?? []
      groups.set(key, rules)
      current = isInAgentLines ? [...current, rules] : [rules]
      isInAgentLines = true
    } else if (field === 'allow' || field === 'disallow') {
      isInAgentLines = false
      const pattern = value.trim()
      if (pattern === '') continue
      for (const rules of current) {
        if (rules.length < MAX_RULES) rules.push({ allow: field === 'allow', pattern })
      }
    }
  }
  const rules = groups.get(agent.toLowerCase()) ?? groups.get('*') ?? []
  return { mayVisit: (path) => mayVisit(rules, path) }
}

/**
 * Returns whether a path may be visited. The longest matching pattern decides; if two have the same
 * length, `allow` wins.
 */
function mayVisit(rules: Rule[], path: string): boolean {
  let best: Rule | undefined
  for (const rule of rules) {
    if (!matches(rule.pattern, path)) continue
    const isLonger = !best || rule.pattern.length > best.pattern.length
    const isTie = best?.pattern.length === rule.pattern.length
    if (isLonger || (isTie && rule.allow)) best = rule
  }
  return best?.allow ?? true
}

/**
 * Matches a pattern: `*` is any text, a final `$` the end. Works part by part, so that no pattern
 * takes long.
 */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const [first = '', ...rest] = parts
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return !isWhole || at === path.length || (rest.length > 0 && path.endsWith(parts.at(-1) ?? ''))
}
