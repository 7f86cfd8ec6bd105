import type { LinkTotals } from '#live/read/use-link-totals.ts'

type Totals = Pick<LinkTotals, 'links' | 'clicks'>

/** Milestones in ascending order. */
export const MILESTONES: { text: string; isReached: (totals: Totals) => boolean }[] = [
  { text: 'That’s your first link.', isReached: ({ links }) => links >= 1 },
  { text: 'Your first click has come in.', isReached: ({ clicks }) => clicks >= 1 },
  { text: 'Your links have had 100 clicks.', isReached: ({ clicks }) => clicks >= 100 },
  { text: 'Your links have had 1,000 clicks.', isReached: ({ clicks }) => clicks >= 1000 },
]

/** Returns the number of the highest milestone reached. */
export const levelOf = (totals: Totals): number =>
  MILESTONES.findLastIndex(({ isReached }) => isReached(totals)) + 1
