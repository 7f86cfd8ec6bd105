import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/ClockCounterClockwise'
import { Suspense, useState } from 'react'
import type { Subject } from '#api/links/history.ts'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { ListButton } from '#ui/list-row.tsx'

/** Dialog with the history, loaded when it opens. */
export const HistoryDialog = lazyPart(
  async () => (await import('./history-dialog.tsx')).HistoryDialog,
)

type HistoryRowProps = {
  subject: Subject
  /** Beginning of a sentence: "The link". */
  name: string
  /** Called after a restore, to load the link or page again. */
  onRestored: () => void
}

/** Opens the history of a link or page. */
export function HistoryRow(props: HistoryRowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListButton
        opens
        icon={ClockCounterClockwiseIcon}
        label="History"
        help="See who changed what, and restore a version."
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <HistoryDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
