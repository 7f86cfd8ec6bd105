import { useNavigate, useRouter, useSearch, type RouterHistory } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { DialogParams } from '#paths.ts'

type Param = keyof DialogParams

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Parameter for which this entry was added. Going back over the entry closes that dialog. */
    ownDialog?: Param
  }
}

/**
 * Goes to another screen and closes the dialog over this one, so that Back does not open it again.
 */
export function goToScreen(history: RouterHistory, href: string): void {
  if (history.location.state.ownDialog === undefined) history.push(href)
  else history.replace(href)
}

const SKIP_BLOCKER = { ignoreBlocker: true }

/**
 * Keeps a dialog over a screen in this query parameter: Back closes it, and a reload opens it again
 * with its draft.
 */
export function useDialogParam<Name extends Param>(param: Name) {
  const value: DialogParams[Name] = useSearch({ strict: false })[param]
  const navigate = useNavigate()
  const router = useRouter()
  const closing = useRef(false)
  const isOpen = value !== undefined
  useEffect(() => {
    if (!isOpen) closing.current = false
  }, [isOpen])

  function open(value: NonNullable<DialogParams[Name]>) {
    void navigate({
      to: '.',
      resetScroll: false,
      search: (current) => ({ ...current, [param]: value }),
      state: (current) => ({ ...current, ownDialog: param }),
    })
  }

  /**
   * Goes back over the dialog's own entry, or rewrites an entry that was opened with the parameter.
   * The caller has asked about unsaved changes. A second call while closing has no effect.
   */
  function close() {
    if (!isOpen || closing.current) return
    closing.current = true
    if (router.state.location.state.ownDialog === param) router.history.back(SKIP_BLOCKER)
    else removeParam()
  }

  function removeParam() {
    void navigate({
      to: '.',
      replace: true,
      ...SKIP_BLOCKER,
      resetScroll: false,
      search: (current) => ({ ...current, [param]: undefined }),
    })
  }

  return { value, open, close }
}
