import { useSetAtom } from 'jotai'
import type { Entry } from '#mirror/outbox-entries.ts'
import { Button } from '#ui/button.tsx'
import { openView } from '../link-dialog-state.ts'
import { canEditAgain, editAgain, keepMine, remove, takeLatest, tryAgain } from './decide.ts'

/** A change that has stopped goes on as a person says. */
export function Decisions({ entry, onClose }: { entry: Entry; onClose?: () => void }) {
  const open = useSetAtom(openView)
  if (entry.state === 'conflict')
    return (
      <>
        <Button size="sm" onClick={() => void keepMine(entry)}>
          Keep mine
        </Button>
        <Button size="sm" onClick={() => void takeLatest(entry)}>
          Use latest
        </Button>
      </>
    )
  function again() {
    onClose?.()
    void editAgain(entry, open)
  }
  return (
    <>
      {canEditAgain(entry) ? (
        <Button size="sm" onClick={again}>
          Edit again
        </Button>
      ) : (
        <Button size="sm" onClick={() => void tryAgain(entry)}>
          Try again
        </Button>
      )}
      <Button size="sm" variant="quiet" onClick={() => void remove(entry)}>
        Discard
      </Button>
    </>
  )
}
