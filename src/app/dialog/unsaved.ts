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

const held = atom<readonly Unsaved[]>([])

export const holdUnsaved = atom(null, (get, set, one: Unsaved) => set(held, [...get(held), one]))
export const letGo = atom(null, (get, set, id: symbol) =>
  set(
    held,
    get(held).filter((other) => other.id !== id),
  ),
)

/** Open photo editor. Its edits cannot be stored as a draft. */
export type OpenPhoto = { unsaved: boolean; isEntry: boolean; close: () => void }
export const openPhoto = atom<OpenPhoto | null>(null)

/** Whether leaving the page would lose changes. */
export const wouldLose = atom((get) => get(held).length > 0 || get(openPhoto)?.unsaved === true)
const isGuarded = atom((get) => get(held).length > 0 || get(openPhoto) !== null)

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
  const givenUp = useEffectEvent(discard)
  useEffect(() => {
    if (!unsaved) return undefined
    store.set(holdUnsaved, { id, within, discard: () => givenUp() })
    return () => store.set(letGo, id)
  }, [store, id, unsaved, within])
  return () => store.set(letGo, id)
}

type Lost = 'dialogs' | 'everything'

/**
 * Asks before unsaved changes are lost, in dialogs or everywhere. Returns false if the user stays.
 */
export const askToLeave = atom(null, async (get, set, what: Lost, andPhoto?: boolean) => {
  const lost = get(held).filter(({ within }) => what === 'everything' || within === 'dialog')
  if (!(await mayLeave(andPhoto === true || lost.length > 0))) return false
  for (const { id, discard } of lost) {
    set(letGo, id)
    discard()
  }
  return true
})

/** Asks the user whether to leave. The question is always the same. */
export const mayLeave = async (unsaved: boolean): Promise<boolean> =>
  !unsaved ||
  confirm('You have unsaved changes. Are you sure you want to leave?', {
    ok: 'OK',
    cancel: 'Cancel',
  })

/** Blocks navigation while changes would be lost. Called once, before the first render. */
export function guardLeaving(store: Store, history: RouterHistory) {
  // Only block when needed: a permanent blocker delays every navigation.
  let unblock: (() => void) | undefined
  const stopWatching = store.sub(isGuarded, () => {
    unblock?.()
    unblock = store.get(isGuarded) ? block(store, history) : undefined
  })
  return () => {
    stopWatching()
    unblock?.()
  }
}

const block = (store: Store, history: RouterHistory) =>
  history.block({
    enableBeforeUnload: () => store.get(wouldLose),
    blockerFn: async ({ action, currentLocation, nextLocation }) => {
      const photo = store.get(openPhoto)
      // Back closes only the photo editor. An editor with its own history entry closes with that
      // entry.
      if (action === 'BACK' && photo && !photo.isEntry) {
        if (await mayLeave(photo.unsaved)) photo.close()
        return true
      }
      const isSameScreen = currentLocation.pathname === nextLocation.pathname
      const lost = isSameScreen ? 'dialogs' : 'everything'
      return !(await store.set(askToLeave, lost, photo?.unsaved))
    },
  })
