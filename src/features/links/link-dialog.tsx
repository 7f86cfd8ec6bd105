import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { closeView, currentView, resetViews } from '#app/link-dialog-state.ts'
import { onCloseModals } from '#app/problems/close-modals.ts'
import { CreateView } from './create-view.tsx'
import { ShareView } from './share-view.tsx'

/** Rendered once by the shell; any screen opens it through `openView`. */
export function LinkDialog() {
  const view = useAtomValue(currentView)
  const reset = useSetAtom(resetViews)
  const close = useSetAtom(closeView)
  const leave = () => void close()

  // The connection or the app failed: nothing is asked, what was typed is a draft (D-105).
  useEffect(() => onCloseModals(() => reset()), [reset])

  switch (view?.name) {
    case 'create':
      return <CreateView url={view.url} onClose={leave} />
    case 'share':
      return (
        <ShareView
          key={view.uuid}
          uuid={view.uuid}
          created={view.created === true}
          onClose={leave}
        />
      )
    default:
      return null
  }
}
