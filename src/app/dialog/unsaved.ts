import type { RouterHistory } from '@tanstack/react-router'
import { atom, useStore, type createStore } from 'jotai'
import { useEffect, useEffectEvent, useState } from 'react'
import { confirm } from '#ui/dialog/confirm.tsx'

type Store = ReturnType<typeof createStore>

/** A form with something in it that was not saved. */
type Unsaved = {
  id: symbol
  /** Lost as soon as its dialog closes, or only with the screen that it is part of. */
  within: 'dialog' | 'screen'
  /** The person chose to lose it. */
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

/** The photo editor while it is open, over a form or a screen; no draft could hold what is cut in it. */
export type OpenPhoto = { unsaved: boolean; isEntry: boolean; close: () => void }
export const openPhoto = atom<OpenPhoto | null>(null)

/** Whether leaving the page would lose something. */
export const wouldLose = atom((get) => get(held).length > 0 || get(openPhoto)?.unsaved === true)
const isGuarded = atom((get) => get(held).length > 0 || get(openPhoto) !== null)

/**
 * Every way out asks while `unsaved`: a button, Back, a link, closing the tab (R-193, D-84). Answers how to
 * let go of it at once, for a form that has just been saved.
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

/** Asks before what is unsaved is lost: what lies in dialogs, or all of it. False: the person stays. */
export const askToLeave = atom(null, async (get, set, what: Lost, andPhoto?: boolean) => {
  const lost = get(held).filter(({ within }) => what === 'everything' || within === 'dialog')
  if (!(await mayLeave(andPhoto === true || lost.length > 0))) return false
  for (const { id, discard } of lost) {
    set(letGo, id)
    discard()
  }
  return true
})

/** The one question. */
export const mayLeave = async (unsaved: boolean): Promise<boolean> =>
  !unsaved ||
  confirm('You have unsaved changes. Are you sure you want to leave?', {
    ok: 'OK',
    cancel: 'Cancel',
  })

/** Ties it to the address bar. Called once, before the first render. */
export function guardLeaving(store: Store, history: RouterHistory) {
  // Only while something would be lost: a blocker that is always there delays every navigation.
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
      // Back over a photo editor closes that alone; one with an entry of its own goes with that.
      if (action === 'BACK' && photo && !photo.isEntry) {
        if (await mayLeave(photo.unsaved)) photo.close()
        return true
      }
      const isSameScreen = currentLocation.pathname === nextLocation.pathname
      const lost = isSameScreen ? 'dialogs' : 'everything'
      return !(await store.set(askToLeave, lost, photo?.unsaved))
    },
  })
