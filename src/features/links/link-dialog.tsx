import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { Suspense, useEffect } from 'react'
import { closeView, currentView, resetViews } from '#app/dialog/link-dialog-state.ts'
import { openPhoto } from '#app/dialog/unsaved.ts'
import { onCloseModals } from '#app/problems/close-modals.ts'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { CreateView } from './create/create-view.tsx'
import { PhotoView } from './photo-view.tsx'
import { ShareView } from './share/share-view.tsx'

/** Edit view, loaded on demand; creating and sharing are used more often. */
const EditView = lazyPart(async () => (await import('./edit/edit-view.tsx')).EditView)

/** Loads the edit view in advance, for use offline. */
export const preloadEdit = () => EditView.preload()

/** Shows the link dialog. The shell renders it once; screens open it through `openView`. */
export function LinkDialog() {
  const view = useAtomValue(currentView)
  const reset = useSetAtom(resetViews)
  const close = useSetAtom(closeView)
  const leave = () => void close()

  const store = useStore()

  // When the connection or the app fails, close without asking: typed text is kept as a draft. An
  // unsaved crop in the photo editor cannot be kept as a draft, so the editor stays open.
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
