import type { Collection } from '#contract/collections.ts'
import type { ShortLink } from '#contract/links.ts'
import type { Change } from '../store/storage.ts'

/**
 * That a row shows what the server has not said yet: a thing still to be made, a change still to be
 * sent, one that was refused, or one that met a change made elsewhere (D-75).
 */
export type Waiting = 'new' | 'edit' | 'refused' | 'conflict'

/** It has a question or a thing to take back, in place of what can be done with other rows. */
export const asks = (waiting: Waiting | undefined) => waiting !== undefined && waiting !== 'edit'

/** A row as screens get it: the server's, with what waits laid over it. */
export type LocalLink = ShortLink & { waiting?: Waiting }
export type LocalCollection = Collection & { waiting?: Waiting }

/** The changes that wait, as something to lay over rows. The rows stay as the server made them. */
export type Overlay = {
  link: (row: ShortLink) => LocalLink
  collection: (row: Collection) => LocalCollection | null
  newLinks: LocalLink[]
  newCollections: LocalCollection[]
  /** Of what links it says anything. */
  links: ReadonlySet<string>
  /** Whether it says anything of collections. */
  collections: boolean
}

/** Where the overlay comes from. */
export type OverlaySource = {
  overlay: () => Overlay
  /** The id that a temporary one became; any other is itself. */
  real: (uuid: string) => string
  /** Resolves when every change so far has been taken in. */
  settled: () => Promise<void>
  onChange: (listener: (change: Change) => void) => () => void
}
