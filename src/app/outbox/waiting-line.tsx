import { CloudArrowUpIcon } from '@phosphor-icons/react/CloudArrowUp'
import { WarningIcon } from '@phosphor-icons/react/Warning'
import { useAtomValue } from 'jotai'
import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { QuietBoundary } from '#ui/loading/quiet-boundary.tsx'
import { waitingCountAtom } from './waiting-count.ts'
import css from './waiting-line.module.css'

const WaitingDialog = lazyPart(async () => (await import('./waiting-dialog.tsx')).WaitingDialog)

/** Shows the number of waiting changes at the bottom of every screen and opens their list. */
export function WaitingLine() {
  const { waiting, stopped } = useAtomValue(waitingCountAtom)
  const [open, setOpen] = useState(false)
  const Sign = stopped > 0 ? WarningIcon : CloudArrowUpIcon
  return (
    <>
      <div className={css.line} role="status">
        {waiting > 0 && (
          <button
            type="button"
            className={`${css.open} hint`}
            aria-haspopup="dialog"
            data-stopped={stopped > 0 || undefined}
            onClick={() => setOpen(true)}
          >
            <Sign size={18} weight={stopped > 0 ? 'fill' : 'bold'} aria-hidden />
            <span className={css.words}>{`Waiting to sync (${waiting})`}</span>
            <span className={css.number} aria-hidden>
              {waiting}
            </span>
            {stopped > 0 && <b>{stopped === 1 ? '1 needs you' : `${stopped} need you`}</b>}
          </button>
        )}
      </div>
      {open && (
        <QuietBoundary>
          <Suspense>
            <WaitingDialog onClose={() => setOpen(false)} />
          </Suspense>
        </QuietBoundary>
      )}
    </>
  )
}
