import { useSetAtom } from 'jotai'
import type { Entry } from '#mirror/outbox/entries.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { openView } from '../dialog/link-dialog-state.ts'
import { collectionForm } from './collection-form.ts'
import {
  canEditAgain,
  editAgain,
  keepMine,
  remove,
  takeBack,
  takeLatest,
  tryAgain,
} from './decide.ts'
import { useWaiting } from './use-waiting.ts'

/** Shows the actions for a change that needs the user's decision. */
export function Decisions({ entry, onClose }: { entry: Entry; onClose?: () => void }) {
  const open = useSetAtom(openView)
  const all = useWaiting()
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
  function editInForm() {
    onClose?.()
    void editAgain(entry, open)
  }
  const form = collectionForm(entry, all)
  return (
    <>
      {form ? (
        <ButtonLink
          size="sm"
          href={form.href}
          onClick={() => {
            form.fill()
            onClose?.()
            void takeBack(entry)
          }}
        >
          Edit again
        </ButtonLink>
      ) : canEditAgain(entry) ? (
        <Button size="sm" onClick={editInForm}>
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
