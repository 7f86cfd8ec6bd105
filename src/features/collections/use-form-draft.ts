import { useEffect, useEffectEvent } from 'react'
import { onCloseModals } from '#app/problems/close-modals.ts'
import { useDraft } from '#mirror/drafts.ts'
import { confirm } from '#ui/confirm.tsx'

/**
 * A form whose text is kept on the device until it is saved or discarded (D-105). `leave` asks before
 * something typed is lost; when the app takes the form away nothing is asked and the text stays.
 */
export function useFormDraft<Value extends object>(
  name: string,
  initial: Value,
  onClose: () => void,
) {
  const [draft, keep, discard] = useDraft<Value>(name)
  const value: Value = { ...initial, ...draft }
  const touched = draft !== null && draft !== undefined

  const takenAway = useEffectEvent(onClose)
  useEffect(() => onCloseModals(() => takenAway()), [])

  async function leave() {
    const sure =
      !touched ||
      (await confirm('You have unsaved changes. Are you sure you want to leave?', {
        ok: 'OK',
        cancel: 'Cancel',
      }))
    if (!sure) return
    discard()
    onClose()
  }

  return {
    value,
    touched,
    change: (next: Partial<Value>) => keep({ ...value, ...next }),
    discard,
    leave: () => void leave(),
  }
}
