import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import { QuietBoundary } from '#ui/quiet-boundary.tsx'
import type { PhotoEditorProps } from './editor-props.ts'

const PhotoEditor = lazyPart(async () => (await import('./photo-editor.tsx')).PhotoEditor)

/** Fetches the editor before it is asked for; it is too large to come with a screen. */
export const preloadPhotoEditor = PhotoEditor.preload

/** The photo editor. Mounted means open. */
export const EditPhoto = (props: PhotoEditorProps) => (
  <QuietBoundary>
    <Suspense>
      <PhotoEditor {...props} />
    </Suspense>
  </QuietBoundary>
)
