import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { Suspense, useEffect } from 'react'
import { closeView, currentView, resetViews } from '#app/dialog/link-dialog-state.ts'
import { openPhoto } from '#app/dialog/unsaved.ts'
import { onCloseModals } from '#app/problems/close-modals.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { CreateView } from './create/create-view.tsx'
import { PhotoView } from './photo-view.tsx'
import { ShareView } from './share/share-view.tsx'

/** Creating and sharing are what most people come for; editing is fetched beside them. */
const EditView = lazyPart(async () => (await import('./edit/edit-view.tsx')).EditView)

/** Before the connection goes. */
export const preloadEdit = () => EditView.preload()

/** Rendered once by the shell; any screen opens it through `openView`. */
export function LinkDialog() {
  const view = useAtomValue(currentView)
  const reset = useSetAtom(resetViews)
  const close = useSetAtom(closeView)
  const leave = () => void close()

  const store = useStore()

  // The connection or the app failed: nothing is asked, what was typed is a draft (D-105). What is
  // cut in a photo editor could be none, so it stays.
  useEffect(() => onCloseModals(() => store.get(openPhoto)?.unsaved || reset()), [store, reset])

  switch (view?.name) {
    case 'create':
      return <CreateView url={view.url} now={view.now === true} onClose={leave} />
    case 'share':
      return (
        <ShareView
          key={view.uuid}
          uuid={view.uuid}
          created={view.created === true}
          onClose={leave}
        />
      )
    case 'edit':
      return (
        <Suspense fallback={null}>
          <EditView key={view.uuid} uuid={view.uuid} onClose={leave} />
        </Suspense>
      )
    case 'photo':
      return <PhotoView key={view.uuid} uuid={view.uuid} onClose={leave} />
    default:
      return null
  }
}
