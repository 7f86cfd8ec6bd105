import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { DialogParams } from '#paths.ts'

type Param = 'widget'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** So many entries before this one, and this one, are views of the dialog that lies over the screen. */
    dialogViews?: number
  }
}

const UNASKED = { ignoreBlocker: true }

/**
 * Views one above the other over a screen, kept in its address under this parameter: `?widget=12.code`. Back
 * closes the one on top, and a reload brings all of them again. Whatever could be lost has been asked about
 * by whoever closes them.
 */
export function useDialogStack(param: Param) {
  const value: DialogParams[Param] = useSearch({ strict: false })[param]
  const views = viewsIn(value)
  const navigate = useNavigate()
  const router = useRouter()
  /** Those of the address as it stands, which the last drawing may not have seen yet. */
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
  /** Only what was pushed by us is gone back over. */
  const entriesOfOurs = () => router.state.location.state.dialogViews ?? 0

  const push = (view: string) => go([...viewsNow(), view], entriesOfOurs() + 1, false)
  /** Takes the place of the view on top, as what was made does after what made it. */
  const replace = (view: string) => go([...viewsNow().slice(0, -1), view], entriesOfOurs(), true)

  function back() {
    if (entriesOfOurs() > 0) router.history.back(UNASKED)
    else void go(viewsNow().slice(0, -1), 0, true)
  }

  /** All of them; an address that came with views is rewritten. A second call on the way does nothing more. */
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
