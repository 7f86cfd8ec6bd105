import { ConfigError } from '../platform/config/config.ts'

/** Texts that the user concerned reads, as an example of what to write. */
const EXAMPLES = {
  rule: 'the rule that it breaks',
  why: 'what is wrong',
  ref: 'number of the payment',
}

/** Returns a one-line text for the user concerned. Throws if it is missing or too long. */
export function requireSentence(
  name: 'rule' | 'why' | 'ref',
  typed: string | undefined,
  most: number,
): string {
  const text = typed?.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() ?? ''
  if (text !== '' && text.length <= most) return text
  if (text !== '') throw new ConfigError(`--${name} can have at most ${most} characters.`)
  throw new ConfigError(
    `--${name} "${EXAMPLES[name]}" is missing. The user concerned will read it.`,
  )
}

export const closedText = (closed: number, name: string) =>
  closed === 1 ? `1 report of ${name} is closed.` : `${closed} reports of ${name} are closed.`
