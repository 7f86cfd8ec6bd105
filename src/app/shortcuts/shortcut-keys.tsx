import { useRouter } from '@tanstack/react-router'
import { useAtomValue, useSetAtom } from 'jotai'
import { paths } from '#paths.ts'
import { openView } from '../dialog/link-dialog-state.ts'
import { goToScreen, useDialogParam } from '../dialog/use-dialog-param.ts'
import { focusSearch, focusSearchWhenReady } from './focus-search.ts'
import { shortcutsAtom } from './setting.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useShortcuts } from './use-shortcuts.ts'

/** Handles the shortcuts of all screens and shows their list. */
export function ShortcutKeys() {
  const on = useAtomValue(shortcutsAtom)
  const open = useSetAtom(openView)
  const { history } = useRouter()
  const list = useDialogParam('keys')

  function search() {
    if (focusSearch()) return
    goToScreen(history, paths.links)
    focusSearchWhenReady()
  }

  useShortcuts(on, {
    c: () => open({ name: 'create' }),
    '/': search,
    '?': () => list.open('1'),
  })
  return list.value === undefined ? null : <ShortcutsDialog onClose={list.close} />
}
