import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Step shown before this history entry. Going back shows it again. */
    stepBefore?: string | undefined
  }
}

const WITHOUT_BLOCKER = { ignoreBlocker: true }

/**
 * Reads and sets the step in the address. Each step is a history entry, so that Back shows the
 * previous step and a reload the same one. Closing goes back over all of these entries.
 */
export function useStepParam() {
  const { value } = useDialogParam('onboarding')
  const navigate = useNavigate()
  const router = useRouter()
  const leaving = useRef(false)
  const state = () => router.state.location.state
  /** Number of history entries that belong to the onboarding, including this one. */
  const entries = () => state().dialogViews ?? 0

  const go = (step: string | undefined, views: number, before?: string, replace = true) =>
    void navigate({
      to: '.',
      replace,
      ...WITHOUT_BLOCKER,
      resetScroll: false,
      search: (current) => ({ ...current, onboarding: step }),
      state: (current) => ({ ...current, dialogViews: views, stepBefore: before }),
    })

  function push(step: string) {
    leaving.current = false
    go(step, entries() + 1, value, false)
  }

  /** Replaces the step in the address by the one that the server names. */
  const show = (step: string) => go(step, entries(), state().stepBefore)

  function back(step: string) {
    if (state().stepBefore === step) router.history.back(WITHOUT_BLOCKER)
    else show(step)
  }

  function close() {
    if (leaving.current) return
    leaving.current = true
    const ours = entries()
    if (ours === 0) {
      go(undefined, 0)
      return
    }
    // The entry before these may have a step in its address, too.
    const stop = router.history.subscribe(() => {
      stop()
      leaving.current = false
      if (new URLSearchParams(router.history.location.search).has('onboarding')) go(undefined, 0)
    })
    router.history.go(-ours, WITHOUT_BLOCKER)
  }

  return { value, push, show, back, close }
}
