import type { ImageParams } from '#contract/links.ts'
import type { Upload, UploadKind } from '#contract/uploads.ts'

export type Edited = {
  /** Left out when the picture is the upload it was before. */
  upload?: Upload
  fullParams: ImageParams
  thumbnailParams: ImageParams
}

export type PhotoEditorProps = {
  /** `uploaded`: the picture is an upload of this person's already, so saving sends only crops. */
  source: { file: File } | { url: string; uploaded: boolean } | null
  kind: UploadKind
  usedFor: 'collection' | 'link' | 'page' | 'avatar'
  fullParams?: ImageParams | null | undefined
  thumbnailParams?: ImageParams | null | undefined
  /** `full`: the whole window at any width. */
  view?: 'modal' | 'full'
  /** It is an entry of the browser's history, so that Back leaves it by itself. */
  isEntry?: boolean
  /** The editor waits for it and says why it failed; closing is the caller's. */
  onSave: (edited: Edited) => void | Promise<void>
  onCancel: () => void
}

/** An avatar is one square: there is no shape to choose. */
export const isFastEdit = (usedFor: PhotoEditorProps['usedFor']) => usedFor === 'avatar'

/** One crop is enough for a page, a link and an avatar. */
export const hasTabs = (usedFor: PhotoEditorProps['usedFor']) => usedFor === 'collection'
