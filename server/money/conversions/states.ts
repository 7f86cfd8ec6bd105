import type { conversions } from '../../platform/db/schema.ts'
import type { ConversionState } from '../../platform/db/schema/conversions-schema.ts'

export type Conversion = typeof conversions.$inferSelect

/** States of a conversion after it was placed. */
export type PlacedState = Exclude<ConversionState, 'new'>

/**
 * Allowed transitions between states. All others are refused before anything is written. A state
 * may stay the same while the amount changes.
 */
export const TRANSITIONS: Record<ConversionState, Record<PlacedState, boolean>> = {
  new: { pending: true, held: true, approved: true, available: true, reversed: true },
  pending: { pending: true, held: true, approved: true, available: true, reversed: true },
  held: { pending: true, held: true, approved: true, available: true, reversed: true },
  // After the brand's approval, an order can neither become pending nor be held again.
  approved: { pending: false, held: false, approved: true, available: true, reversed: true },
  // Available money belongs to the user. Only a reversal takes it back.
  available: { pending: false, held: false, approved: false, available: true, reversed: true },
  // A won dispute pays again. An earlier hold still applies.
  reversed: { pending: false, held: true, approved: true, available: true, reversed: true },
}

/**
 * Returns the state of a conversion. `availableAt` stays set, so available money stays available
 * even if the terms change.
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

/**
 * Returns whether the money is available: approved, paid or guaranteed by the brand, and past the
 * minimum hold.
 */
export const isAvailable = (facts: Facts, at: Date): boolean =>
  !facts.reversedAt &&
  !facts.holdRule &&
  facts.approvedAt !== null &&
  facts.dollars !== null &&
  (facts.guaranteed || facts.fundedAt !== null) &&
  facts.minHoldEndsAt <= at
