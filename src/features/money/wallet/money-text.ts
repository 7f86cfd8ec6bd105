import { money } from '#app/formats.ts'

/** `$250`, and `$412.80` where there are cents: for sums that are chosen. */
export const roundMoney = (value: number) => money(value).replace(/\.00$/, '')

/** `-$12.00` and `+$3.10`, for what was added or taken. */
export const signedMoney = (value: number) => (value > 0 ? `+${money(value)}` : money(value))

/** A sum in two parts, so that its cents can be written smaller. */
export function moneyParts(value: number): [dollars: string, cents: string] {
  const text = money(value)
  return [text.slice(0, -3), text.slice(-3)]
}

const CENTS = 100

/** What is left, to the cent. */
export const less = (from: number, taken: number) =>
  (Math.round(from * CENTS) - Math.round(taken * CENTS)) / CENTS
