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

const SKIP_BLOCKER = { ignoreBlocker: true }

/**
 * Keeps a stack of views over a screen in this query parameter, such as `?widget=12.code`: Back
 * closes the top view, and a reload restores all. The caller asks about unsaved changes before
 * closing.
 */
export function useDialogStack(param: Param) {
  const value: DialogParams[Param] = useSearch({ strict: false })[param]
  const views = parseViews(value)
  const navigate = useNavigate()
  const router = useRouter()
  /** Returns the views in the current address, which the last render may not have seen. */
  const currentViews = () => parseViews((router.state.location.search as DialogParams)[param])
  const closing = useRef(false)
  const isOpen = views.length > 0
  useEffect(() => {
    if (!isOpen) closing.current = false
  }, [isOpen])

  const setViews = (next: string[], entries: number, replace: boolean) =>
    navigate({
      to: '.',
      replace,
      ...SKIP_BLOCKER,
      resetScroll: false,
      search: (current) => ({ ...current, [param]: next.join('.') || undefined }),
      state: (current) => ({
        ...current,
        ...(entries > 0 && { ownDialog: param }),
        dialogViews: entries,
      }),
    })
  /** Returns the number of entries added by the dialog. Closing goes back only over those. */
  const ownEntries = () => router.state.location.state.dialogViews ?? 0

  const push = (view: string) => setViews([...currentViews(), view], ownEntries() + 1, false)
  /** Replaces the top view, as the result does after a form. */
  const replace = (view: string) =>
    setViews([...currentViews().slice(0, -1), view], ownEntries(), true)

  function back() {
    if (ownEntries() > 0) router.history.back(SKIP_BLOCKER)
    else void setViews(currentViews().slice(0, -1), 0, true)
  }

  /**
   * Closes all views. An address that was opened with views is rewritten. A second call while
   * closing has no effect.
   */
  function close() {
    if (!isOpen || closing.current) return
    closing.current = true
    const ownCount = ownEntries()
    if (ownCount === 0) {
      void setViews([], 0, true)
      return
    }
    if (ownCount < views.length) {
      const stop = router.history.subscribe(() => {
        stop()
        void setViews([], 0, true)
      })
    }
    router.history.go(-ownCount, SKIP_BLOCKER)
  }

  return { views, top: views.at(-1), push, replace, back, close }
}

const parseViews = (value: string | undefined) => (value ? value.split('.') : [])
