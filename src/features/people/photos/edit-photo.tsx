import { Suspense } from 'react'
import { lazyPart } from '#ui/loading/lazy-part.tsx'
import { QuietBoundary } from '#ui/loading/quiet-boundary.tsx'
import type { PhotoEditorProps } from './editor-props.ts'

const PhotoEditor = lazyPart(async () => (await import('./photo-editor.tsx')).PhotoEditor)

/** Loads the editor in advance. It is too large to be part of a screen's bundle. */
export const preloadPhotoEditor = PhotoEditor.preload

/** Shows the photo editor while mounted. */
export const EditPhoto = (props: PhotoEditorProps) => (
  <QuietBoundary>
    <Suspense>
      <PhotoEditor {...props} />
    </Suspense>
  </QuietBoundary>
)
