import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { useDialogParam } from '#app/dialog/use-dialog-param.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step from which this entry was come to: going back over it shows that again. */
    stepBefore?: string | undefined
  }
}

const UNASKED = { ignoreBlocker: true }

/**
 * The step in the address (D-86): each is an entry of its own, so that Back shows the one before, and a
 * reload the same. Leaving goes back over all of them that are ours.
 */
export function useStepParam() {
  const { value } = useDialogParam('onboarding')
  const navigate = useNavigate()
  const router = useRouter()
  const leaving = useRef(false)
  const state = () => router.state.location.state
  /** So many entries before this one, and this one, are ours. */
  const entries = () => state().dialogViews ?? 0

  const go = (step: string | undefined, views: number, before?: string, replace = true) =>
    void navigate({
      to: '.',
      replace,
      ...UNASKED,
      resetScroll: false,
      search: (current) => ({ ...current, onboarding: step }),
      state: (current) => ({ ...current, dialogViews: views, stepBefore: before }),
    })

  function push(step: string) {
    leaving.current = false
    go(step, entries() + 1, value, false)
  }

  /** In place of what the address says: the server knows better. */
  const show = (step: string) => go(step, entries(), state().stepBefore)

  function back(step: string) {
    if (state().stepBefore === step) router.history.back(UNASKED)
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
    // The entry before them may have come with a step.
    const stop = router.history.subscribe(() => {
      stop()
      leaving.current = false
      if (new URLSearchParams(router.history.location.search).has('onboarding')) go(undefined, 0)
    })
    router.history.go(-ours, UNASKED)
  }

  return { value, push, show, back, close }
}
