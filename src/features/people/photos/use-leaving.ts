import { useSetAtom } from 'jotai'
import { useEffectEvent, useLayoutEffect } from 'react'
import { mayLeave, openPhoto } from '#app/dialog/unsaved.ts'
import { onCloseModals } from '#app/problems/close-modals.ts'

/**
 * Every way out of the editor asks while a photo or a crop is unsaved. When the connection or the app
 * fails, it closes only if nothing is lost by that: a photo cannot be typed again.
 */
export function useLeaving(unsaved: boolean, isEntry: boolean, onCancel: () => void) {
  const register = useSetAtom(openPhoto)
  const close = useEffectEvent(onCancel)

  // At once: a photo that stands on the screen is one that can be lost.
  useLayoutEffect(() => {
    register({ unsaved, isEntry, close: () => close() })
    return () => register(null)
  }, [register, unsaved, isEntry])
  useLayoutEffect(() => onCloseModals(() => unsaved || close()), [unsaved])

  return async () => {
    if (await mayLeave(unsaved)) onCancel()
  }
}
