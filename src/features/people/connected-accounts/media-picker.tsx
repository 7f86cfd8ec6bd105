import { listInstagramMedia } from '#api/people/connected-accounts.ts'
import { AnswerList } from '#app/answer-list.tsx'
import { useAnswer } from '#app/query/use-answer.ts'
import type {
  ConnectedAccount,
  InstagramMedia,
  InstagramMediaPage,
} from '#contract/people/connected-accounts.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/dialog/modal.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/loading/skeleton.tsx'
import css from './media-picker.module.css'
import { MediaTile } from './media-tile.tsx'

type MediaPickerProps = {
  account: ConnectedAccount
  onPick: (media: InstagramMedia) => void
  onClose: () => void
}

/** Shows the posts of a connected account, to choose a picture. */
export function MediaPicker({ account, onPick, onClose }: MediaPickerProps) {
  const media = useMedia(account.id)
  return (
    <Modal title={`Photos of ${account.account_name}`} size="wide" onClose={onClose}>
      <AnswerList
        what="Instagram photos"
        rows={media.value?.results}
        answer={media}
        loading={<TilesSkeleton />}
        empty={<EmptyState title="No photos yet" text="This account has no photos." />}
      >
        {(rows) => (
          <>
            <ul className={css.tiles} aria-label="Instagram photos">
              {rows.map((one, index) => (
                <li key={one.id}>
                  <MediaTile media={one} number={index + 1} onPick={() => onPick(one)} />
                </li>
              ))}
            </ul>
            {media.value?.next && (
              <Button
                className={css.more ?? ''}
                busy={media.refreshing}
                onClick={() => void media.more()}
              >
                Show more
              </Button>
            )}
          </>
        )}
      </AnswerList>
    </Modal>
  )
}

/** Returns the posts loaded so far. Returning to the tab does not reload them. */
function useMedia(id: number) {
  const answer = useAnswer<InstagramMediaPage>(
    `instagram media ${id}`,
    async (options, before) => before ?? listInstagramMedia({ id, after: null }, options),
    { isSecondary: true },
  )
  const more = () =>
    answer.ask(async (options, before) => {
      if (!before?.next) return before ?? listInstagramMedia({ id, after: null }, options)
      const { results, next } = await listInstagramMedia({ id, after: before.next }, options)
      const known = new Set(before.results.map((one) => one.id))
      return { results: [...before.results, ...results.filter((one) => !known.has(one.id))], next }
    })
  return { ...answer, more }
}

const TilesSkeleton = () => (
  <div className={css.tiles} role="status" aria-label="Loading Instagram photos">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((name) => (
      <Skeleton key={name} className={css.tile ?? ''} />
    ))}
  </div>
)
