import { wilson } from './wilson.ts'

/** Minimum number of clicks on each side before one can be called better. */
export const MIN_CLICKS = 100

/** Clicks and the orders that came from them. */
export type ClicksAndOrders = { clicks: number; orders: number }

/**
 * Returns the id of the entry that brings more orders per click; undefined as long as that cannot
 * be said: one has fewer than `MIN_CLICKS` clicks, or the 95 % interval of the best one overlaps
 * with another.
 */
export function betterOf<Id>(entries: readonly (ClicksAndOrders & { id: Id })[]): Id | undefined {
  const measured = entries.map(({ id, clicks, orders }) => ({
    id,
    clicks,
    interval: wilson(orders, clicks),
  }))
  const [best, ...others] = measured.toSorted((a, b) => b.interval.low - a.interval.low)
  if (!best || measured.some(({ clicks }) => clicks < MIN_CLICKS)) return undefined
  return others.every(({ interval }) => interval.high < best.interval.low) ? best.id : undefined
}
