import type { conversions } from '../../platform/db/schema.ts'
import type { ConversionState } from '../../platform/db/schema/conversions-schema.ts'

export type Conversion = typeof conversions.$inferSelect

/** Where money of a conversion stands after it was placed. */
export type PlacedState = Exclude<ConversionState, 'new'>

/**
 * All pairs of states: from which a conversion comes to which. What is not here cannot happen, and is
 * refused before anything is written. A state may stay while its amount changes.
 */
export const MOVES: Record<ConversionState, Record<PlacedState, boolean>> = {
  new: { pending: true, held: true, approved: true, available: true, reversed: true },
  pending: { pending: true, held: true, approved: true, available: true, reversed: true },
  held: { pending: true, held: true, approved: true, available: true, reversed: true },
  // Once the brand has agreed, an order neither waits for it again nor is doubted.
  approved: { pending: false, held: false, approved: true, available: true, reversed: true },
  // Available money is the person's: only a reversal takes it back.
  available: { pending: false, held: false, approved: false, available: true, reversed: true },
  // A dispute that was won pays again; a doubt about it is still there.
  reversed: { pending: false, held: true, approved: true, available: true, reversed: true },
}

/**
 * What the facts of a conversion come to. `availableAt` is one of them: what was available stays so,
 * whatever becomes of its terms.
 */
export function stateOf({
  reversedAt,
  holdRule,
  approvedAt,
  availableAt,
}: Facts & Pick<Conversion, 'availableAt'>): PlacedState {
  if (reversedAt) return 'reversed'
  if (holdRule) return 'held'
  if (!approvedAt) return 'pending'
  return availableAt ? 'available' : 'approved'
}

type Facts = Pick<
  Conversion,
  'reversedAt' | 'holdRule' | 'approvedAt' | 'guaranteed' | 'fundedAt' | 'minHoldEndsAt' | 'dollars'
>

/** Approved, paid for or guaranteed, and the least hold over (duties: money that exists). */
export const isFree = (facts: Facts, at: Date): boolean =>
  !facts.reversedAt &&
  !facts.holdRule &&
  facts.approvedAt !== null &&
  facts.dollars !== null &&
  (facts.guaranteed || facts.fundedAt !== null) &&
  facts.minHoldEndsAt <= at
