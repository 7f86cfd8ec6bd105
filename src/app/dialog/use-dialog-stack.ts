import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { DialogParams } from '#paths.ts'

type Param = 'widget'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Number of consecutive entries, up to this one, that are views of the dialog over the screen.
     */
    dialogViews?: number
  }
}

const UNASKED = { ignoreBlocker: true }

/**
 * Keeps a stack of views over a screen in this query parameter, such as `?widget=12.code`: Back
 * closes the top view, and a reload restores all. The caller asks about unsaved changes before
 * closing.
 */
export function useDialogStack(param: Param) {
  const value: DialogParams[Param] = useSearch({ strict: false })[param]
  const views = viewsIn(value)
  const navigate = useNavigate()
  const router = useRouter()
  /** Returns the views in the current address, which the last render may not have seen. */
  const viewsNow = () => viewsIn((router.state.location.search as DialogParams)[param])
  const closing = useRef(false)
  const isOpen = views.length > 0
  useEffect(() => {
    if (!isOpen) closing.current = false
  }, [isOpen])

  const go = (next: string[], entries: number, replace: boolean) =>
    navigate({
      to: '.',
      replace,
      ...UNASKED,
      resetScroll: false,
      search: (current) => ({ ...current, [param]: next.join('.') || undefined }),
      state: (current) => ({
        ...current,
        ...(entries > 0 && { ownDialog: param }),
        dialogViews: entries,
      }),
    })
  /** Returns the number of entries added by the dialog. Closing goes back only over those. */
  const entriesOfOurs = () => router.state.location.state.dialogViews ?? 0

  const push = (view: string) => go([...viewsNow(), view], entriesOfOurs() + 1, false)
  /** Replaces the top view, as the result does after a form. */
  const replace = (view: string) => go([...viewsNow().slice(0, -1), view], entriesOfOurs(), true)

  function back() {
    if (entriesOfOurs() > 0) router.history.back(UNASKED)
    else void go(viewsNow().slice(0, -1), 0, true)
  }

  /**
   * Closes all views. An address that was opened with views is rewritten. A second call while
   * closing has no effect.
   */
  function close() {
    if (!isOpen || closing.current) return
    closing.current = true
    const ours = entriesOfOurs()
    if (ours === 0) {
      void go([], 0, true)
      return
    }
    if (ours < views.length) {
      const stop = router.history.subscribe(() => {
        stop()
        void go([], 0, true)
      })
    }
    router.history.go(-ours, UNASKED)
  }

  return { views, top: views.at(-1), push, replace, back, close }
}

const viewsIn = (value: string | undefined) => (value ? value.split('.') : [])
