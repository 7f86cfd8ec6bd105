import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

type Entry = { ownDialog?: boolean }

const UNASKED = { ignoreBlocker: true }

/**
 * Which dialog of a screen is open, kept in the URL: Back closes it, a reload brings it again with
 * its draft.
 */
export function useDialog<Name extends string>(names: readonly Name[]) {
  const { dialog } = useSearch({ strict: false }) as { dialog?: unknown }
  const navigate = useNavigate()
  const router = useRouter()

  function open(name: Name) {
    void navigate({
      to: '.',
      resetScroll: false,
      search: (current: object) => ({ ...current, dialog: name }),
      state: (current) => ({ ...current, ownDialog: true }),
    })
  }

  /**
   * Back over our own entry; one that came with the parameter is rewritten instead. Whatever could be
   * lost has been asked about, or saved, by whoever closes.
   */
  function close() {
    if ((router.state.location.state as Entry).ownDialog) router.history.back(UNASKED)
    else rewrite()
  }

  function rewrite() {
    void navigate({
      to: '.',
      replace: true,
      ...UNASKED,
      resetScroll: false,
      search: (current: object) => ({ ...current, dialog: undefined }),
    })
  }

  return { name: names.find((name) => name === dialog), open, close }
}
