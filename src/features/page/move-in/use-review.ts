import * as v from 'valibot'
import { MoveInDraft } from '#contract/page/move-in.ts'
import { useDraft } from '#live/drafts/drafts.ts'

/** Page that was read, and the targets that the user does not want to keep. */
const StoredReview = v.object({
  draft: MoveInDraft,
  removed: v.array(v.string()),
  /** Time in ms. */
  readAt: v.number(),
})
type StoredReview = v.InferOutput<typeof StoredReview>

/** Maximum age of a review. The server deletes pictures that no page uses after some days. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** Returns whether a review is recent and was stored by a version with the same fields. */
const isUsable = (stored: unknown): stored is StoredReview =>
  v.is(StoredReview, stored) && Date.now() - stored.readAt < MAX_AGE_MS

/** Keeps the review on this device, so that a reload or another visit continues it. */
export function useReview() {
  const [stored, keep, discard] = useDraft<StoredReview>('move-in-review')
  const review = isUsable(stored) ? stored : null
  return {
    /** Whether it is known if there is a review. */
    ready: stored !== undefined,
    review,
    start: (draft: MoveInDraft) => keep({ draft, removed: [], readAt: Date.now() }),
    setRemoved: (removed: string[]) => review && keep({ ...review, removed }),
    discard,
  }
}
