import { ConfigError } from '../../../platform/config/config.ts'
import { centsIn, isDay, isFutureDay } from '../../csv-file.ts'

const MISSING = {
  why: 'Say why. The person concerned may read it.',
  rule: 'Name the rule that it breaks.',
  ref: 'Enter the reference of the payment, for example its number at the bank.',
  link: 'Enter the short code of the link.',
}

/**
 * Returns a text of a form on one line.
 *
 * @throws ConfigError if it is missing or too long.
 */
export function requireText(
  name: keyof typeof MISSING,
  typed: string | undefined,
  most: number,
): string {
  const text = typed?.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim() ?? ''
  if (text === '') throw new ConfigError(MISSING[name])
  if (text.length > most) throw new ConfigError(`Use at most ${most} characters.`)
  return text
}

/**
 * Returns the cents of an amount that was typed.
 *
 * @throws ConfigError for any other text.
 */
export function requireCents(typed: string | undefined): number {
  const cents = centsIn(typed ?? '')
  if (cents === undefined) throw new ConfigError('Enter an amount like 12.30.')
  return cents
}

/**
 * Returns a calendar day that was typed.
 *
 * @throws ConfigError for any other text and a day in the future.
 */
export function requireDay(typed: string | undefined): string {
  if (typed === undefined || !isDay(typed)) throw new ConfigError('Enter a day like 2027-01-31.')
  if (isFutureDay(typed)) throw new ConfigError('This day is in the future. Check the year.')
  return typed
}
