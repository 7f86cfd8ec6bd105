import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

type Entry = { ownDialog?: boolean }

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

  /** Back over our own entry; one that came with the parameter is rewritten instead. */
  function close() {
    if ((router.state.location.state as Entry).ownDialog) router.history.back()
    else rewrite()
  }

  function rewrite() {
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (current: object) => ({ ...current, dialog: undefined }),
    })
  }

  return { name: names.find((name) => name === dialog), open, close }
}
