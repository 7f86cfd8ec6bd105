/**
 * Returns the quotient rounded to a whole number, with halves rounded to even. `divisor` is
 * positive.
 */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const isBelow = dividend < 0n
  const size = isBelow ? -dividend : dividend
  const whole = size / divisor
  const twice = (size % divisor) * 2n
  const up = twice > divisor || (twice === divisor && whole % 2n === 1n)
  const rounded = up ? whole + 1n : whole
  return isBelow ? -rounded : rounded
}
