import { money } from '#app/formats.ts'

/** Returns an amount without zero cents: `$250`, `$412.80`. */
export const roundMoney = (value: number) => money(value).replace(/\.00$/, '')

/** Returns an amount with sign: `-$12.00`, `+$3.10`. */
export const signedMoney = (value: number) => (value > 0 ? `+${money(value)}` : money(value))

/** Returns dollars and cents separately, so that cents can be shown smaller. */
export function moneyParts(value: number): [dollars: string, cents: string] {
  const text = money(value)
  return [text.slice(0, -3), text.slice(-3)]
}

const CENTS = 100

/** Subtracts two amounts exactly, in cents. */
export const subtractMoney = (from: number, amount: number) =>
  (Math.round(from * CENTS) - Math.round(amount * CENTS)) / CENTS
