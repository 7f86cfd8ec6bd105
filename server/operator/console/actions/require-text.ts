import { ConfigError } from '../../../platform/config/config.ts'

const MISSING = {
  why: 'Say why. The person concerned may read it.',
  rule: 'Name the rule that it breaks.',
}

/**
 * Returns a text of a form on one line.
 *
 * @throws ConfigError if it is missing or too long.
 */
export function requireText(name: 'why' | 'rule', typed: string | undefined, most: number): string {
  const text = typed?.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() ?? ''
  if (text === '') throw new ConfigError(MISSING[name])
  if (text.length > most) throw new ConfigError(`Use at most ${most} characters.`)
  return text
}
