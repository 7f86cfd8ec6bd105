import { useSetAtom } from 'jotai'
import { useEffectEvent, useLayoutEffect } from 'react'
import { confirmLeave, openPhoto } from '#app/dialog/unsaved.ts'
import { onCloseModals } from '#app/problems/close-modals.ts'

/**
 * Returns a function that closes the editor and asks first if a photo or crop is unsaved. When all
 * dialogs are closed because of a connection or app error, it only closes if nothing would be lost,
 * because a photo cannot be typed again.
 */
export function useLeaving(unsaved: boolean, isEntry: boolean, onCancel: () => void) {
  const register = useSetAtom(openPhoto)
  const close = useEffectEvent(onCancel)

  // In a layout effect, so that a visible photo is protected at once.
  useLayoutEffect(() => {
    register({ unsaved, isEntry, close: () => close() })
    return () => register(null)
  }, [register, unsaved, isEntry])
  useLayoutEffect(() => onCloseModals(() => unsaved || close()), [unsaved])

  return async () => {
    if (await confirmLeave(unsaved)) onCancel()
  }
}
