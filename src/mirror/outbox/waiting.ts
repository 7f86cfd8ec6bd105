import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links/short-link.ts'
import type { Change } from '../store/storage.ts'

/**
 * State of a row with a change that is not on the server: a new object, an edit to be sent, a
 * refused change, or a conflict with a change made elsewhere.
 */
export type WaitingState = 'new' | 'edit' | 'refused' | 'conflict'

/**
 * Returns whether the row needs a decision or can be discarded, instead of having its usual
 * actions.
 */
export const needsDecision = (waiting: WaitingState | undefined) =>
  waiting !== undefined && waiting !== 'edit'

/** Row for screens: the server's data with the waiting changes applied. */
export type LocalLink = ShortLink & { waiting?: WaitingState }
export type LocalCollection = Collection & { waiting?: WaitingState }

/** Waiting changes that can be applied to rows. The stored rows keep the server's data. */
export type Overlay = {
  link: (row: ShortLink) => LocalLink
  collection: (row: Collection) => LocalCollection | null
  newLinks: LocalLink[]
  newCollections: LocalCollection[]
  /** Ids of the links that it changes. */
  links: ReadonlySet<string>
  /** Whether it changes any collections. */
  collections: boolean
}

/** Source of the overlay. */
export type OverlaySource = {
  overlay: () => Overlay
  /** Returns the real id of a temporary one, or the id itself. */
  real: (uuid: string) => string
  /** Resolves when all changes so far are included. */
  settled: () => Promise<void>
  onChange: (listener: (change: Change) => void) => () => void
}
