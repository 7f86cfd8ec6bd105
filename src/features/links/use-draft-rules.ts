import { useStore } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { hasUnsavedChanges, openPhoto } from '#app/link-dialog-state.ts'
import { onCloseModals } from '#app/problems/close-modals.ts'

/**
 * Leaving asks while something is unsaved. A draft goes when one chose to leave it, and stays when
 * the app took the form away (D-105).
 */
export function useDraftRules(unsaved: boolean, discard: () => void) {
  const store = useStore()
  useEffect(() => store.set(hasUnsavedChanges, unsaved), [store, unsaved])
  const left = useEffectEvent(() => {
    // Whoever closes a view puts this back first; it is still set when only the screen went.
    if (unsaved && !store.get(hasUnsavedChanges)) discard()
  })
  useEffect(() => {
    let takenAway = false
    const stop = onCloseModals(() => (takenAway = !store.get(openPhoto)?.unsaved))
    return () => {
      stop()
      if (!takenAway) left()
    }
  }, [store])
}
