import { useNavigate, useRouter, useSearch, type RouterHistory } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { DialogParams } from '#paths.ts'

type Param = keyof DialogParams

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The parameter that this entry was made for: going back over it closes what lies under that. */
    ownDialog?: Param
  }
}

/** Goes to another screen. What lies over this one goes with it: Back from there does not bring it again. */
export function follow(history: RouterHistory, href: string): void {
  if (history.location.state.ownDialog === undefined) history.push(href)
  else history.replace(href)
}

const UNASKED = { ignoreBlocker: true }

/**
 * What lies over a screen, kept in its address under this parameter: Back closes it, and a reload brings it
 * again with its draft.
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
   * Back over our own entry; one that came with the parameter is rewritten instead. Whatever could be
   * lost has been asked about, or saved, by whoever closes. A second call on the way goes back no further.
   */
  function close() {
    if (!isOpen || closing.current) return
    closing.current = true
    if (router.state.location.state.ownDialog === param) router.history.back(UNASKED)
    else rewrite()
  }

  function rewrite() {
    void navigate({
      to: '.',
      replace: true,
      ...UNASKED,
      resetScroll: false,
      search: (current) => ({ ...current, [param]: undefined }),
    })
  }

  return { value, open, close }
}
