/** Returns a random number generator that gives the same numbers for the same seed. */
export function createDice(seed: number) {
  let state = seed >>> 0
  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  const of = <T>(values: readonly T[]): T => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error('nothing to choose from')
    return value
  }
  return { below, of }
}

export type Dice = ReturnType<typeof createDice>
