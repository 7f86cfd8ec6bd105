export type Rules = { mayVisit(path: string): boolean }

/** No longer file is read, as RFC 9309 has it. */
export const MAX_ROBOTS_BYTES = 512 * 1024
const MAX_RULES = 1000

type Rule = { allow: boolean; pattern: string }

/** What a robots.txt says to `agent`: its own group, else the one for everybody (RFC 9309). */
export function readRobots(text: string, agent: string): Rules {
  const groups = new Map<string, Rule[]>()
  let current: Rule[][] = []
  let isNaming = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? []
    const field = name.toLowerCase()
    if (field === 'user-agent') {
      const key = value.trim().toLowerCase()
      const rules = groups.get(key) ?? []
      groups.set(key, rules)
      current = isNaming ? [...current, rules] : [rules]
      isNaming = true
    } else if (field === 'allow' || field === 'disallow') {
      isNaming = false
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

/** The longest pattern that fits decides; of two as long, the one that allows. */
function mayVisit(rules: Rule[], path: string): boolean {
  let best: Rule | undefined
  for (const rule of rules) {
    if (!fits(rule.pattern, path)) continue
    const isLonger = !best || rule.pattern.length > best.pattern.length
    const isTie = best?.pattern.length === rule.pattern.length
    if (isLonger || (isTie && rule.allow)) best = rule
  }
  return best?.allow ?? true
}

/** `*` is anything, a final `$` the end. Part by part, so that no pattern can take long. */
function fits(pattern: string, path: string): boolean {
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
