import type { RouterHistory } from '@tanstack/react-router'
import { atom, useStore, type createStore } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { confirm } from '#ui/dialog/confirm.tsx'

type Store = ReturnType<typeof createStore>

/** Form with unsaved changes. */
type Unsaved = {
  id: symbol
  /**
   * Whether the changes are lost when the dialog closes, or only when the user leaves the screen.
   */
  within: 'dialog' | 'screen'
  /** Called when the user chose to lose the changes. */
  discard: () => void
}

const unsavedForms = atom<readonly Unsaved[]>([])

export const addUnsaved = atom(null, (get, set, form: Unsaved) =>
  set(unsavedForms, [...get(unsavedForms), form]),
)
export const removeUnsaved = atom(null, (get, set, id: symbol) =>
  set(
    unsavedForms,
    get(unsavedForms).filter((other) => other.id !== id),
  ),
)

/** Open photo editor. Its edits cannot be stored as a draft. */
export type OpenPhoto = { unsaved: boolean; isEntry: boolean; close: () => void }
export const openPhoto = atom<OpenPhoto | null>(null)

/** Whether leaving the page would lose changes. */
export const hasUnsaved = atom(
  (get) => get(unsavedForms).length > 0 || get(openPhoto)?.unsaved === true,
)
const needsBlocker = atom((get) => get(unsavedForms).length > 0 || get(openPhoto) !== null)

/**
 * Asks before changes are lost, however the user leaves: by a button, Back, a link or closing the
 * tab. Returns a function that stops this at once, for a form that was just saved.
 */
export function useUnsaved(
  unsaved: boolean,
  discard: () => void,
  within: Unsaved['within'] = 'dialog',
): () => void {
  const store = useStore()
  const [id] = useState(() => Symbol('unsaved'))
  const onDiscard = useEffectEvent(discard)
  useEffect(() => {
    if (!unsaved) return undefined
    store.set(addUnsaved, { id, within, discard: () => onDiscard() })
    return () => store.set(removeUnsaved, id)
  }, [store, id, unsaved, within])
  return () => store.set(removeUnsaved, id)
}

type LeaveScope = 'dialogs' | 'everything'

/**
 * Asks before unsaved changes are lost, in dialogs or everywhere. Returns false if the user stays.
 */
export const askToLeave = atom(null, async (get, set, scope: LeaveScope, andPhoto?: boolean) => {
  const lostForms = get(unsavedForms).filter(
    ({ within }) => scope === 'everything' || within === 'dialog',
  )
  if (!(await confirmLeave(andPhoto === true || lostForms.length > 0))) return false
  for (const { id, discard } of lostForms) {
    set(removeUnsaved, id)
    discard()
  }
  return true
})

/** Asks the user whether to leave. The question is always the same. */
export const confirmLeave = async (unsaved: boolean): Promise<boolean> =>
  !unsaved ||
  confirm('You have unsaved changes. Are you sure you want to leave?', {
    ok: 'OK',
    cancel: 'Cancel',
  })

/** Blocks navigation while changes would be lost. Called once, before the first render. */
export function guardLeaving(store: Store, history: RouterHistory) {
  // Only block when needed: a permanent blocker delays every navigation.
  let unblock: (() => void) | undefined
  const stopWatching = store.sub(needsBlocker, () => {
    unblock?.()
    unblock = store.get(needsBlocker) ? block(store, history) : undefined
  })
  return () => {
    stopWatching()
    unblock?.()
  }
}

const block = (store: Store, history: RouterHistory) =>
  history.block({
    enableBeforeUnload: () => store.get(hasUnsaved),
    blockerFn: async ({ action, currentLocation, nextLocation }) => {
      const photo = store.get(openPhoto)
      // Back closes only the photo editor. An editor with its own history entry closes with that
      // entry.
      if (action === 'BACK' && photo && !photo.isEntry) {
        if (await confirmLeave(photo.unsaved)) photo.close()
        return true
      }
      const isSameScreen = currentLocation.pathname === nextLocation.pathname
      const scope = isSameScreen ? 'dialogs' : 'everything'
      return !(await store.set(askToLeave, scope, photo?.unsaved))
    },
  })
